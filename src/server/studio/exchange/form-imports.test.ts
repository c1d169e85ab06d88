import { describe, expect, it } from 'vitest';
import { readFrozenDocuments } from '../../../../test/support/forms.ts';
import { createFormImports } from './form-imports.ts';

type Drafts = Parameters<typeof createFormImports>[0]['drafts'];

const drafts = { current: () => ({ documents: readFrozenDocuments() }) } as unknown as Drafts;
const asked = { name: 'form.json', text: '{"elements":[{"type":"text","name":"boat"}]}' };

describe('createFormImports', () => {
  it('converts one file after the other', async () => {
    const { convert } = createFormImports({ drafts });
    const answers = await Promise.all([convert(asked), convert({ ...asked, text: '[' }), convert(asked)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['converted', 'no-json', 'converted']);
  });

  it('gives up on a file that takes too long', async () => {
    const { convert } = createFormImports({ drafts, timeoutMs: 1 });
    expect(await convert(asked)).toEqual({ kind: 'too-long' });
  });

  it('continues after a failure', async () => {
    let isBroken = true;
    const { convert } = createFormImports({
      drafts: {
        current() {
          if (isBroken) throw new Error('there is no draft');
          return drafts.current();
        },
      },
    });
    await expect(convert(asked)).rejects.toThrow('there is no draft');
    isBroken = false;
    expect(await convert(asked)).toMatchObject({ kind: 'converted' });
  });
});
