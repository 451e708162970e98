"""Starting the program changes no settings."""

from contextlib import closing
from pathlib import Path

from splendor_tui.match.services import open_services
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.words.languages import language_of, set_language


def test_keyboard_is_announced_when_it_differs_from_the_last_start_and_never_saved_as_a_setting(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    def start(locale: str, language: str = "", **environ: str) -> tuple[str, str]:
        """The keyboard and the notices after a start in this locale, in its language or in another one."""
        environ |= {"LANG": locale, "SPLENDOR_TUI_CONFIG": str(tmp_path / "config")}
        set_language(language or language_of(environ))
        services = open_services(catalogue, environ, tmp_path / "data")
        assert services.store is not None
        with closing(services.store):
            return services.settings.keyboard, " ".join(map(str, services.notices))

    assert start("en_US") == ("qwerty", "")
    assert start("en_US", "fr") == ("qwerty", "")
    assert start("fr_CA") == ("qwerty", "")
    keyboard, notice = start("fr_FR")
    assert keyboard == "azerty"
    assert "azerty" in notice
    assert start("fr_FR", "en") == ("azerty", "")
    assert start("en_US", SPLENDOR_TUI_KEYBOARD="azerty") == ("azerty", "")
    keyboard, notice = start("en_US")
    assert keyboard == "qwerty"
    assert "qwerty" in notice
    assert not (tmp_path / "config").exists()
