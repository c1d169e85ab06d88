import { type ReactNode, useId, useMemo } from 'react';
import { sentenceToText } from '#engine/rules/sentences/sentence.ts';
import type { ConsequencesView, ConsequenceView } from '../../api/consequences.ts';
import { useOutline, useStudio } from '../draft/context.ts';
import { nameTextsInSentence, useTextNames } from '../draft/text-names.ts';
import type { StudioMessageKey } from '../ui/messages.ts';
import { SentenceText } from '../ui/sentence-text.tsx';
import { type BothVersions, getCompareAddress } from './compare-address.ts';

export interface ConsequenceListProps {
  readonly view: ConsequencesView;
  /**
   * The versions that the links compare. Without them there are no links, because one of the versions does
   * not exist yet.
   */
  readonly both?: BothVersions | undefined;
  /**
   * True if the new version goes live. The list then says how long enquiries from open pages are still judged
   * by the old version.
   */
  readonly isGoingLive?: boolean;
}

/**
 * Renders the consequences for visitors by enquiry type, or a sentence if there are none. Below, renders the
 * changes that visitors do not see, if there are any.
 */
export function ConsequenceList({ view, both, isGoingLive = false }: ConsequenceListProps): ReactNode {
  const { say } = useStudio();
  const nameText = useTextNames();
  const heading = useId();
  const unread = useId();
  const visibleConsequences = useMemo(
    () => view.consequences.filter(({ kind }) => kind !== 'documents-only'),
    [view],
  );
  const documentChanges = view.consequences.filter(({ kind }) => kind === 'documents-only');
  const groups = useConsequenceGroups(visibleConsequences);
  return (
    <>
      <section className="st-consequences" aria-labelledby={heading}>
        <h2 id={heading}>
          {say('consequences')}{' '}
          {visibleConsequences.length > 0 && <span className="st-tally">{visibleConsequences.length}</span>}
        </h2>
        {visibleConsequences.length === 0 ? (
          <p className="st-empty">{say('consequences.none')}</p>
        ) : (
          <ul className="st-box st-box--round" aria-label={say('consequences')}>
            {groups.map(({ title, consequences }) =>
              consequences.map((consequence, at) => (
                <li
                  key={`${title} ${sentenceToText(consequence.sentence)}`}
                  className={at === 0 ? 'st-consequence st-consequence--first' : 'st-consequence'}
                >
                  {at === 0 && (
                    <h3>
                      <bdi>{title}</bdi>{' '}
                      <span className="st-quiet">
                        {say('consequences.count', { count: consequences.length })}
                      </span>
                    </h3>
                  )}
                  <ConsequenceEntry consequence={consequence} both={both} />
                </li>
              )),
            )}
            {isGoingLive && view.judgedForMs !== undefined && (
              <li className="st-consequence st-consequence--first">
                <h3>{say('consequences.open-pages')}</h3>
                <p>{say('consequences.judged', { hours: Math.round(view.judgedForMs / 3_600_000) })}</p>
              </li>
            )}
          </ul>
        )}
      </section>
      {documentChanges.length > 0 && (
        <section className="st-consequences st-consequences--unread" aria-labelledby={unread}>
          <h2 id={unread}>{say('consequences.unread')}</h2>
          <ul className="st-box st-box--round" aria-labelledby={unread}>
            {documentChanges.map(({ sentence }) => (
              <li key={sentenceToText(sentence)} className="st-consequence">
                <p>
                  <SentenceText sentence={nameTextsInSentence(sentence, nameText)} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/**
 * Renders the sentence of a consequence, the number of situations or pages in which it occurs, with an
 * example, and a link to the comparison in that example, if there are `both` versions.
 */
function ConsequenceEntry({
  consequence: { sentence, situations, of, where, shown },
  both,
}: {
  readonly consequence: ConsequenceView;
  readonly both: BothVersions | undefined;
}): ReactNode {
  const { say } = useStudio();
  const nameText = useTextNames();
  const id = useId();
  const situation = shown && sentenceToText(shown.situation);
  return (
    <>
      <p id={`${id}-what`}>
        <SentenceText sentence={nameTextsInSentence(sentence, nameText)} />
      </p>
      {of > 0 && (
        <p className="st-quiet">
          {say(getCountMessageKey(where), { situations, of })}
          {shown?.page !== undefined && (
            <>
              {' · '}
              <bdi>{shown.page}</bdi>
            </>
          )}
          {shown && shown.page === undefined && situation !== '' && ` · ${situation}`}
        </p>
      )}
      {shown && both && (
        <a
          id={`${id}-see`}
          className="st-see"
          aria-labelledby={`${id}-see ${id}-what`}
          href={getCompareAddress(both, shown.query)}
        >
          {say('consequences.see')}
        </a>
      )}
    </>
  );
}

/**
 * Returns the key of the sentence that counts where a consequence occurs: in pages of a site, in pages that
 * have no text of their own, or in situations.
 */
function getCountMessageKey(where: ConsequenceView['where']): StudioMessageKey {
  if (where.in === 'site') return 'consequences.pages';
  return where.in === 'pages' ? 'consequences.all-pages' : 'consequences.situations';
}

interface ConsequenceGroup {
  readonly title: string;
  readonly consequences: readonly ConsequenceView[];
}

/**
 * Returns consequences grouped by enquiry type, in the order of the outline. Those for the whole form or for
 * several types come first, then those of the content, those for removed types last. There are no empty groups.
 */
function useConsequenceGroups(all: readonly ConsequenceView[]): readonly ConsequenceGroup[] {
  const { say } = useStudio();
  const outline = useOutline();
  return useMemo(() => {
    /**
     * Returns the key of the only type that a consequence concerns. Undefined if it concerns the whole form
     * or several types. In a form set with a single type, a consequence for all types concerns the whole
     * form.
     */
    const getOnlyType = ({ types = [], isOfAllTypes }: ConsequenceView) =>
      types.length === 1 && (!isOfAllTypes || outline.length > 1) ? types[0] : undefined;
    const keys = [...new Set(all.map(getOnlyType))].filter((key) => key !== undefined);
    const order = outline.map(({ key }) => key);
    /**
     * Returns the position of a type in the outline; for types that it lacks, a position after all others.
     */
    const getRank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
    const ordered = keys.toSorted((one, other) => getRank(one) - getRank(other));
    const whole = all.filter((consequence) => getOnlyType(consequence) === undefined);
    /**
     * Returns the group of a type with its consequences. The title is the label of the type in their
     * sentences, else its title in the outline, else its key.
     */
    const createGroup = (key: string): ConsequenceGroup => {
      const consequences = all.filter((consequence) => getOnlyType(consequence) === key);
      return {
        title: findTypeLabel(consequences, key) ?? outline.find((type) => type.key === key)?.title ?? key,
        consequences,
      };
    };
    const [content, shared] = [true, false].map((isContent) =>
      whole.filter(({ kind }) => kind.startsWith('content-') === isContent),
    );
    const common = [
      { title: say('consequences.whole'), consequences: shared ?? [] },
      { title: say('content'), consequences: content ?? [] },
    ];
    return [...common.filter(({ consequences }) => consequences.length > 0), ...ordered.map(createGroup)];
  }, [all, outline, say]);
}

/**
 * Returns the label of the type with this key as the sentences of its consequences contain it, because the
 * outline lacks types that were removed. Undefined if no sentence contains it.
 */
function findTypeLabel(consequences: readonly ConsequenceView[], key: string): string | undefined {
  const parts = consequences.flatMap(({ sentence }) => sentence);
  const named = parts.find((part) => typeof part !== 'string' && part.kind === 'type' && part.id === key);
  return typeof named === 'object' ? named.label : undefined;
}
