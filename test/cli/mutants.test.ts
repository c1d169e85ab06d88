import { describe, expect, it } from 'vitest';
import { copySmallForm, runSlipway } from './run-cli.ts';

describe('slipway test', () => {
  it('gives programs JSON of the mutants that nothing notices', async () => {
    const folder = copySmallForm();
    const { code, out } = await runSlipway(['test', '--mutants', '--json'], { cwd: folder });
    expect(JSON.parse(out)).toMatchObject({ ok: code === 0 });
    expect(out).toContain('maxLength');
  });
});
