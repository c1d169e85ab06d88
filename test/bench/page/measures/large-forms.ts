import { setTimeout as wait } from 'node:timers/promises';
import service from '../../../../schemas/forms/service/schema.json' with { type: 'json' };
import { startServerProcess } from '../../../support/server-process.ts';
import { focusPageControl, pressKeys, submitInvalid, typeInto } from '../browser/act.ts';
import type { Chromium } from '../browser/chromium.ts';
import { getLongestTask, recordTasks, timePerKey } from '../browser/tasks.ts';
import { type Conditions, fastVisit, type MainThread, openVisit } from '../browser/visit.ts';
import { type Contender, createContender } from '../contenders.ts';
import { loadPage } from './loading.ts';

/** The size of a form of ours with generated fields. */
export interface LargeForm {
  readonly texts: number;
  readonly selects?: number;
  readonly options?: number;
}

export async function serveLargeForm(form: LargeForm): Promise<Contender & { stop: () => Promise<unknown> }> {
  const server = await startServerProcess({
    documents: {
      'forms/service/schema.json': generateSchema(form),
      'forms/service/ui.json': { 'ui:order': ['name', 'email', '*'], 'ui:submitLabel': 'send-message' },
    },
  });
  return { ...createContender('ours', server.url), stop: server.stop };
}

function generateSchema({ texts, selects = 0, options = 0 }: LargeForm) {
  const { office_location, name, email, message } = service.properties;
  const numbered = (count: number, one: (at: number) => readonly [string, object]) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => one(at)));
  return {
    ...service,
    examples: [],
    properties: {
      office_location,
      name,
      email,
      message,
      ...numbered(texts - 3, (at) => [`text_${at}`, { title: `Text ${at}`, type: 'string', maxLength: 200 }]),
      ...numbered(selects, (at) => [
        `choice_${at}`,
        {
          title: `Choice ${at}`,
          type: 'string',
          enum: Array.from({ length: options }, (_, option) => `Choice ${at}, option ${option}`),
        },
      ]),
    },
  };
}

export function measureKey(
  browser: Chromium,
  form: Pick<Contender, 'address' | 'control'>,
  field: string,
): Promise<MainThread> {
  return openVisit(browser, form.address, fastVisit, async (visitor) => {
    await loadPage(visitor, form);
    return typeInto(visitor, form, { field, keys: 16 });
  });
}

/** The longest of many keys, in milliseconds of the main thread. */
export interface LongestKey {
  /** Script, style and layout. */
  readonly asked: number;
  /** Including the browser's own work for a key: events, painting, compositing. */
  readonly total: number;
  /**
   * The longest single task, until the page is idle: half a second after a key the browser scans all fields
   * for autofill.
   */
  readonly task: number;
}

/** The delay after which the browser's postponed work has begun. */
const afterKeysMs = 1_000;

/** Measures the longest key before the first submit, and while problems are shown. */
export function measureLongestKey(
  browser: Chromium,
  form: Contender,
  { conditions = fastVisit, keys = 16 }: { readonly conditions?: Conditions; readonly keys?: number } = {},
): Promise<{ readonly typing: LongestKey; readonly mending: LongestKey }> {
  return openVisit(browser, form.address, conditions, async (visitor) => {
    const longest = async (field: string): Promise<LongestKey> => {
      await focusPageControl(visitor, form.control(field));
      await pressKeys(visitor, 3);
      await visitor.settled();
      const recording = await recordTasks(browser, async () => {
        await pressKeys(visitor, keys);
        await wait(afterKeysMs);
        await visitor.settled();
      });
      const { tasks, asked, keysAt } = recording;
      if (keysAt.length < keys) throw new Error(`Only ${keysAt.length} of ${keys} keys were recorded`);
      return {
        asked: Math.max(...timePerKey(asked, keysAt)),
        total: Math.max(...timePerKey(tasks, keysAt)),
        task: getLongestTask(recording, keysAt[0]),
      };
    };
    await loadPage(visitor, form);
    const typing = await longest('name');
    await submitInvalid(visitor, form);
    return { typing, mending: await longest('email') };
  });
}
