import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainMissingPackagedBrowser } from '../support/browser.ts';
import { writeFontsConfig } from '../support/own-fonts.ts';
import type { ProcessGroup } from './processes.ts';
import type { BrowserOptions } from './tab.ts';

/**
 * Isolates a browser from the machine's settings, fonts and themes, so that it draws alike on every machine.
 */
export function isolateBrowser(
  { folder, env }: ProcessGroup,
  { isDark, hasForcedColours }: BrowserOptions,
): void {
  const settings = join(folder, '.config/gtk-3.0');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'settings.ini'), drawing);
  writeFileSync(join(settings, 'gtk.css'), noBars);
  for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'GTK2_RC_FILES'])
    delete env[name];
  Object.assign(env, {
    HOME: folder,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    GTK_THEME: isDark ? 'Adwaita:dark' : hasForcedColours ? 'HighContrast' : 'Adwaita',
    GSETTINGS_BACKEND: 'memory',
    // No program here uses a session bus, and a desktop's own must not be touched.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    NO_AT_BRIDGE: '1',
    XDG_RUNTIME_DIR: folder,
    ...(explainMissingPackagedBrowser() === undefined && { FONTCONFIG_FILE: writeFontsConfig() }),
  });
}

const drawing = `[Settings]
gtk-xft-antialias=1
gtk-xft-hinting=0
gtk-xft-hintstyle=hintnone
gtk-xft-rgba=none
gtk-xft-dpi=98304
gtk-enable-animations=0
`;

/** The browser's own buttons would keep its window from being as narrow as a phone. */
const noBars = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px }';
