import type { SourceTrial } from '../../../api/content-sources.ts';
import type { ContentProblem } from '../content/check-references.ts';
import { checkContentShape } from '../content/check-shapes.ts';
import {
  getEffectiveDocuments,
  readContentDocuments,
  toContentDocument,
} from '../content/content-documents.ts';
import { findSourcedFile } from '../content/content-kinds.ts';
import { findRequirements } from '../content/requirements.ts';
import { getSourceKey } from './content-source.ts';
import { createFault } from './fetch-answer.ts';
import {
  convertAnswer,
  describeProblems,
  getEntryLabel,
  type JudgedFault,
  listLost,
} from './judge-entries.ts';
import { findList, listItemPaths, listListPaths } from './map-answer.ts';
import type { ContentSourcesOptions, TriedSource } from './source-options.ts';

/**
 * Creates the function that requests a source as a person edits it, and returns what it makes. Entries that can
 * be used are stored, unless the source is live, so that the version which will have it uses them at once.
 */
export function createSourceTrials(
  { client, forms, live, store, settings, now }: ContentSourcesOptions,
  isLive: (key: string) => boolean,
): (tried: TriedSource) => Promise<SourceTrial> {
  return async ({ list, source, documents }) => {
    const file = findSourcedFile(list);
    const nothing = { count: 0, entries: [], paths: [], lists: [], added: [], removed: [] };
    const misshapen = checkContentShape('sources.json', { [list]: source });
    if (misshapen.length > 0) return { ...nothing, fault: createSourceFault(misshapen) };
    const answer = await client.request(source);
    if (answer.kind !== 'answer' || file === undefined) {
      const { code, values } = answer.kind === 'fault' ? answer : createFault('no-list', { path: 'none' });
      return { ...nothing, fault: { code, values, problems: [] } };
    }
    const items = findList(answer.value, source.list) ?? [];
    const found = { paths: listItemPaths(items), lists: listListPaths(answer.value) };
    const read = convertAnswer(answer.value, { source, file, settings });
    if (!read.ok) return { ...nothing, ...found, count: items.length, fault: read.fault };
    const { entries } = read;
    const current = getEffectiveDocuments(documents, live().folder)[toContentDocument(file)];
    const before = Array.isArray(current) ? current : [];
    const fault = findMisfit(entries);
    if (fault === undefined) await storeEntries(entries);
    return {
      ...found,
      count: entries.length,
      entries: entries.slice(0, settings.shownEntries),
      added: listLost(entries, before).map(getEntryLabel),
      removed: listLost(before, entries).map(getEntryLabel),
      ...(fault && { fault }),
    };

    /** Returns the fault of entries that do not fit the documents, apart from problems that these have anyway. */
    function findMisfit(made: readonly unknown[]): JudgedFault | undefined {
      const { folder } = live();
      const requirements = findRequirements(forms.current().form);
      const document = toContentDocument('sources.json');
      const sources = (documents[document] ?? folder['sources.json'] ?? {}) as object;
      const changed = { ...documents, [document]: { ...sources, [list]: source } };
      const copies = { ...folder.copies, [getSourceKey(list, source)]: made };
      const known = listProblems(readContentDocuments(documents, folder, requirements)).map(describe);
      const problems = listProblems(
        readContentDocuments(changed, { ...folder, copies }, requirements),
      ).filter((one) => !known.includes(describe(one)));
      if (problems.length === 0) return undefined;
      const effective = getEffectiveDocuments(changed, { ...folder, copies });
      const described = problems.flatMap((problem) => {
        const of = effective[toContentDocument(problem.file)];
        return describeProblems([problem], { entries: Array.isArray(of) ? of : [], settings });
      });
      return { code: 'misfit', values: {}, problems: described.slice(0, settings.mostProblems) };
    }

    async function storeEntries(made: readonly unknown[]): Promise<void> {
      const key = getSourceKey(list, source);
      if (isLive(key)) return;
      const time = now();
      await store.claimContentCopy({ key, list, now: time, until: time + settings.leaseMs });
      await store.saveContentCopy({
        key,
        dueAt: time + source.everyMinutes * 60_000,
        details: { count: made.length, goodAt: time, changedAt: time },
        entries: made,
      });
    }
  };
}

/** Returns the fault of a source that is no source, such as one without an address. */
function createSourceFault(problems: readonly ContentProblem[]): JudgedFault {
  const described = problems.map(({ pointer, reason }) => ({
    entry: '',
    path: pointer.split('/').slice(2).join('.'),
    reason,
  }));
  return { code: 'invalid', values: {}, problems: described };
}

function listProblems(read: ReturnType<typeof readContentDocuments>): readonly ContentProblem[] {
  return read.ok ? [] : read.problems;
}

/** Returns a text that is equal for equal problems. */
function describe({ file, pointer, reason }: ContentProblem): string {
  return `${file} ${pointer} ${reason}`;
}
