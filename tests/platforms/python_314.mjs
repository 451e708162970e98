// Runs pytest on CPython 3.14 as WebAssembly: `make test-3.14`
// The pure packages come from SITE_PACKAGES, which another Python may have installed; the compiled ones from .pyodide/wheels.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "../../.pyodide/node_modules/pyodide/pyodide.mjs";

// The plugins that are left out need a second process or a signal.
const OPTIONS = ["-p", "tests.platforms.python_314", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "--timeout=0"];
const project = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [packages, ...words] = process.argv.slice(2);
const wheels = join(project, ".pyodide", "wheels");

const python = await loadPyodide({
  env: { HOME: "/home", LANG: "C.UTF-8", PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: [wheels, project, packages].join(":") },
  fsInit: (FS) => {
    FS.mkdirTree("/home");
    for (const folder of [project, packages]) {
      FS.mkdirTree(folder);
      if (folder === project || !folder.startsWith(project + "/")) FS.mount(FS.filesystems.NODEFS, { root: folder }, folder);
    }
  },
});
python.FS.chdir(project);
for (const [stream, set] of [[process.stdout, "setStdout"], [process.stderr, "setStderr"]])
  python[set]({ write: (bytes) => (stream.write(bytes), bytes.length) });
python.globals.set("words", python.toPy([...OPTIONS, ...words]));
try {
  process.exitCode = python.runPython("import pytest; int(pytest.main(list(words)))");
} catch (error) {
  console.error(error.message); // without the source of Pyodide, which is one line of a megabyte
  process.exitCode = 1;
}
