import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createScratchFolder, runSlipway } from '../../../test/cli/run-cli.ts';
import { templateNames } from './plan-files.ts';

describe.each(templateNames)('slipway init --template %s', (template) => {
  it('writes a form of which check finds nothing, and whose scenarios pass', async () => {
    const cwd = createScratchFolder();
    const written = await runSlipway(['init', 'new', '--template', template], { cwd });
    expect(written).toMatchObject({ code: 0, err: '' });
    const inside = { cwd: join(cwd, 'new') };
    expect(await runSlipway(['check', '--strict'], inside)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^nothing to fix\.\n.*\n.*\(100 %\)\.\n$/),
    });
    expect(await runSlipway(['test'], inside)).toMatchObject({ code: 0, out: '2 scenarios pass.\n' });
    expect(await runSlipway(['format', '--check'], inside)).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'new/README.md'), 'utf8').trim().split('\n')).toHaveLength(20);
  });

  it('words every label, choice and message in English', async () => {
    const { schema, texts } = JSON.parse(
      readFileSync(new URL(`../../../engine/templates/${template}/form.json`, import.meta.url), 'utf8'),
    );
    const lacking = Object.entries<{ readonly enum?: readonly unknown[] }>(schema.properties).flatMap(
      ([name, { enum: choices = [] }]) => {
        const keys = [
          `fields.${name}.label`,
          ...choices.filter((one) => typeof one === 'string').map((one) => `options.${name}.${one}`),
          ...(schema.required.includes(name) ? [`fields.${name}.problems.required`] : []),
        ];
        return keys.filter((key) => texts.en[key] === undefined);
      },
    );
    expect(lacking).toEqual([]);
  });
});
