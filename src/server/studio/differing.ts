import type { Documents } from '#engine';
import type { SituationView } from '../../studio/protocol.ts';
import type { Content } from '../content/content.ts';
import type { DraftCalls } from './start-draft-thread.ts';

/** The situations in which the form of a type differs, in a language. */
export type Differing = (asked: {
  readonly type: string;
  readonly locale: string;
}) => Promise<readonly SituationView[] | undefined>;

/** What is known of one version. */
interface Known {
  readonly documents: Documents;
  readonly content: Content;
  readonly answers: Map<string, ReturnType<Differing>>;
}

/** Has a thread find them, once for each version: whoever asks again is answered at once. */
export function createDiffering({
  documents,
  content,
  find,
}: {
  readonly documents: () => Documents;
  readonly content: () => Content;
  readonly find: DraftCalls['differing'];
}): Differing {
  let known: Known | undefined;

  function newest(): Known {
    const now = { documents: documents(), content: content() };
    if (known?.documents !== now.documents || known.content !== now.content)
      known = { ...now, answers: new Map() };
    return known;
  }

  return ({ type, locale }) => {
    const { documents, content, answers } = newest();
    const { sites, enquiryTypes } = content;
    const key = `${locale} ${type}`;
    const answer = answers.get(key) ?? find({ documents, content: { sites, enquiryTypes }, type, locale });
    answers.set(key, answer);
    // What failed is tried again.
    answer.catch(() => answers.delete(key));
    return answer;
  };
}
