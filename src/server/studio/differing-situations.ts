import type { Documents } from '#engine';
import type { SituationView } from '../../api/studio.ts';
import type { Content } from '../forms/content/content.ts';
import { getContentOf, type LiveContent } from '../forms/content/content-documents.ts';
import type { DraftCalls } from './start-draft-thread.ts';

/**
 * Returns one situation for each way in which the form of a type can look, described in a language. Undefined
 * if the documents do not compile.
 */
export type FindDifferingSituations = (asked: {
  readonly type: string;
  readonly locale: string;
}) => Promise<readonly SituationView[] | undefined>;

interface CachedVersion {
  readonly documents: Documents;
  readonly content: Content;
  readonly answers: Map<string, ReturnType<FindDifferingSituations>>;
}

/**
 * Creates a finder that asks a thread (`find`) and caches its answers until the documents or the content
 * change. Failures are not cached.
 */
export function createDifferingFinder({
  documents,
  live,
  find,
}: {
  readonly documents: () => Documents;
  readonly live: () => LiveContent;
  readonly find: DraftCalls['differing'];
}): FindDifferingSituations {
  let known: CachedVersion | undefined;

  /** Returns the cache of the current documents and content: a new one if either has changed. */
  function getCurrentCache(): CachedVersion {
    const draft = documents();
    const now = { documents: draft, content: getContentOf(draft, live()) };
    if (known?.documents !== now.documents || known.content !== now.content)
      known = { ...now, answers: new Map() };
    return known;
  }

  return ({ type, locale }) => {
    const { documents, content, answers } = getCurrentCache();
    const { sites, enquiryTypes } = content;
    const key = `${locale} ${type}`;
    const answer = answers.get(key) ?? find({ documents, content: { sites, enquiryTypes }, type, locale });
    answers.set(key, answer);
    // Failed searches are repeated at the next call.
    answer.catch(() => answers.delete(key));
    return answer;
  };
}
