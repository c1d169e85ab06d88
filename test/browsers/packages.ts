import { existsSync } from 'node:fs';

/** The Debian packages of a suite, by the file that shows whether each is installed. */
const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  engines: {
    'firefox-esr': '/usr/bin/firefox-esr',
    'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
    xvfb: '/usr/bin/Xvfb',
  },
  heard: {
    'firefox-esr': '/usr/bin/firefox-esr',
    chromium: '/usr/bin/chromium',
    orca: '/usr/bin/orca',
    'at-spi2-core': '/usr/libexec/at-spi-bus-launcher',
    'dbus-x11': '/usr/bin/dbus-launch',
    xdotool: '/usr/bin/xdotool',
    'speech-dispatcher': '/usr/bin/speech-dispatcher',
    openbox: '/usr/bin/openbox',
    xvfb: '/usr/bin/Xvfb',
  },
};

/** Returns the missing packages of a suite (`engines`, `heard`), or of all suites. */
export function missingPackages(suite?: string): readonly string[] {
  const suites = Object.entries(needed).filter(([name]) => suite === undefined || name === suite);
  const missing = suites.flatMap(([, files]) =>
    Object.entries(files).flatMap(([name, file]) => (existsSync(file) ? [] : [name])),
  );
  return [...new Set(missing)];
}

if (import.meta.main) console.log(missingPackages(process.argv[2]).join(' '));
