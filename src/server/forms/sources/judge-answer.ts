import { asObject } from '#engine/json-schema/values.ts';
import type { ContentSourceSettings } from '../../platform/config/settings.ts';
import { awaitedFile, toAwaitedFilter } from '../../preset/enquiries.ts';
import type { CopyState } from '../../store/calls/content-copy-calls.ts';
import type { Store } from '../../store/store.ts';
import { getEffectiveDocuments, toContentDocument } from '../content/content-documents.ts';
import { findSourcedFile } from '../content/content-kinds.ts';
import { toUtcDay } from '../content/visit.ts';
import type { NamedSource } from './content-source.ts';
import { createFault, type FetchedAnswer } from './fetch-answer.ts';
import {
  convertAnswer,
  describeProblems,
  findLoss,
  getEntryLabel,
  type JudgedEntries,
  type JudgedFault,
  listLost,
} from './judge-entries.ts';
import type { ContentSourcesOptions } from './source-options.ts';

/**
 * Creates the function that judges an answer as a whole and, if there is nothing against it, makes its entries
 * live. An answer with one bad entry is refused with all its entries.
 */
export function createAnswerJudge({
  forms,
  live,
  adoptCopies,
  store,
  settings,
  now,
}: ContentSourcesOptions): (
  answer: Exclude<FetchedAnswer, { readonly kind: 'unchanged' }>,
  about: { readonly source: NamedSource; readonly state: CopyState },
) => Promise<JudgedEntries> {
  return async (answer, { source: { key, list, source }, state }) => {
    const file = findSourcedFile(list);
    if (answer.kind === 'fault' || file === undefined) {
      const { code, values } = answer.kind === 'fault' ? answer : createFault('no-list', { path: 'none' });
      return { ok: false, fault: { code, values, problems: [] } };
    }
    const read = convertAnswer(answer.value, { source, file, settings });
    if (!read.ok) return read;
    const { copies = {} } = live().folder;
    if (state.revision > 0 && JSON.stringify(read.entries) === JSON.stringify(copies[key])) return read;
    const effective = getEffectiveDocuments(forms.documents(), live().folder);
    const current = (effective[toContentDocument(file)] ?? []) as readonly unknown[];
    if (state.details.accepted !== read.hash) {
      const today = toUtcDay(now());
      const loss =
        findLoss(read, { current, today, settings }) ??
        (file === awaitedFile
          ? await findAwaited(listLost(current, read.entries), read.hash, { store, settings })
          : undefined);
      if (loss) return { ok: false, fault: loss };
    }
    const problems = await adoptCopies({ ...copies, [key]: read.entries });
    if (problems.length === 0) return read;
    const described = problems.flatMap((problem) => {
      const entries = problem.file === file ? read.entries : effective[toContentDocument(problem.file)];
      return describeProblems([problem], { entries: Array.isArray(entries) ? entries : [], settings });
    });
    const fault: JudgedFault = {
      code: 'misfit',
      values: {},
      problems: described.slice(0, settings.mostProblems),
    };
    return { ok: false, fault };
  };
}

/** Returns the fault of missing entries for which enquiries wait: new ones, and those that somebody handles. */
async function findAwaited(
  lost: readonly unknown[],
  accept: string,
  {
    store,
    settings,
  }: { readonly store: Pick<Store, 'countEnquiries'>; readonly settings: ContentSourceSettings },
): Promise<JudgedFault | undefined> {
  const names: string[] = [];
  let waiting = 0;
  for (const entry of lost) {
    const filter = toAwaitedFilter(String(asObject(entry).id));
    const counts = await Promise.all(
      (['new', 'in-hand'] as const).map((handling) =>
        store.countEnquiries({ filter: { ...filter, handling }, most: 1000 }),
      ),
    );
    const count = counts.reduce((sum, one) => sum + one, 0);
    if (count > 0) names.push(getEntryLabel(entry));
    waiting += count;
  }
  if (waiting === 0) return undefined;
  const values = { count: waiting, names: names.slice(0, settings.mostProblems).join(', ') };
  return { code: 'waiting', values, problems: [], accept };
}
