import { existsSync } from 'node:fs';

/** What a suite needs of Debian, by the file that tells whether it is there. */
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

/** The packages that a suite (`engines`, `heard`), or without a name any of them, needs and this machine lacks. */
export function missingPackages(suite?: string): readonly string[] {
  const suites = Object.entries(needed).filter(([name]) => suite === undefined || name === suite);
  const missing = suites.flatMap(([, files]) =>
    Object.entries(files).flatMap(([name, file]) => (existsSync(file) ? [] : [name])),
  );
  return [...new Set(missing)];
}

if (import.meta.main) console.log(missingPackages(process.argv[2]).join(' '));
