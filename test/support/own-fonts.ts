import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { preparePackagedBrowser } from './browser.ts';

/**
 * Returns the path of a font configuration for `FONTCONFIG_FILE` with which a browser uses only the font of
 * the packaged Chromium: even an empty line has the height of a font. Hinting is off.
 */
export function writeFontsConfig(): string {
  const folder = dirname(preparePackagedBrowser());
  const file = join(folder, 'own-fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${join(folder, 'fonts', 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>
<match target="pattern">
<edit name="antialias" mode="assign"><bool>true</bool></edit>
<edit name="hinting" mode="assign"><bool>false</bool></edit>
<edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
<edit name="rgba" mode="assign"><const>none</const></edit>
</match>
</fontconfig>
`,
  );
  return file;
}
