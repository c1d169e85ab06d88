import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packagedBrowser } from './browser.ts';

/**
 * The path of settings by which a browser knows the font that the packaged Chromium brings, and none of the machine, for its
 * environment's `FONTCONFIG_FILE`: even a line without a letter has a font's height. Letters are drawn as they are designed.
 */
export function ownFontsAlone(): string {
  const folder = dirname(packagedBrowser());
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
