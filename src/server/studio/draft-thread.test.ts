import { describe, expect, it } from 'vitest';
import type { Documents } from '#engine';
import { readRawDemoContent } from '../../../test/support/content.ts';
import { compileTestForm, readShippedDocuments } from '../../../test/support/forms.ts';
import { compileFormSchemas } from '../forms/documents/compiled-form.ts';
import { createDraftThreadClient, ThreadTimeout } from './start-draft-thread.ts';

/** An example that a pattern never comes to an end with. */
function endless(): Documents {
  const schema = JSON.parse(JSON.stringify(readShippedDocuments()['forms/service/schema.json']));
  schema.properties.hin_number = { type: 'string', title: 'HIN', pattern: '^(a+)+$' };
  schema.examples[0].hin_number = `${'a'.repeat(60)}!`;
  return { ...readShippedDocuments(), 'forms/service/schema.json': schema };
}

describe('the thread of a draft', () => {
  it('hands over a form as compiling it makes it, with the code of its schemas', async () => {
    const thread = createDraftThreadClient({ onStart: () => undefined, timeoutMs: 170_000 });
    const form = compileTestForm(readShippedDocuments());
    const handed = await thread.compiled({ documents: readShippedDocuments() });
    await thread.close();
    expect(handed).toStrictEqual({ ok: true, form, codes: compileFormSchemas(form).codes() });
    const served = compileFormSchemas(form, { service: 'validators.own = 1;' });
    expect(served.moduleOf('service', '/runtime.js')).toContain('validators.own = 1;');
  });

  it('that does not come to an end is ended, and another takes its place', async () => {
    let started = 0;
    let patienceMs = 170_000;
    const thread = createDraftThreadClient({
      onStart: () => {
        started += 1;
      },
      get timeoutMs() {
        return patienceMs;
      },
    });
    const good = { version: 1, documents: readShippedDocuments() };
    expect(await thread.load(good)).toEqual({ isForm: true, findings: [] });
    patienceMs = 1_000;
    const hanging = thread.load({ version: 2, documents: endless() });
    patienceMs = 170_000;
    const waiting = thread.check({ documents: readShippedDocuments(), folder: readRawDemoContent() });
    await expect(Promise.allSettled([hanging, waiting])).resolves.toEqual([
      { status: 'rejected', reason: expect.any(ThreadTimeout) },
      { status: 'rejected', reason: expect.any(Error) },
    ]);
    expect(await thread.load(good)).toEqual({ isForm: true, findings: [] });
    expect(started).toBe(2);
    await thread.close();
  });
});
