import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { sentenceToText } from '#engine/rules/sentences/index.ts';
import type { LeftOutType, PageOffers, RuleView } from '../../api/studio.ts';
import { useStudio } from '../draft/context.ts';
import type { VisibleType } from '../draft/visitors-order.ts';
import { RuleSentences } from '../rules/field-rules.tsx';
import { useRules } from '../rules/use-rules.ts';
import type { StudioMessageKey } from '../ui/messages.ts';
import { groupOffers, type OffersOfSite, type PagesOfReason } from './site-offers.ts';

/** The key of the sentence for each reason of a type that is left out. */
const reasonKeys: Readonly<Record<LeftOutType['why'], StudioMessageKey>> = {
  archived: 'offers.archived',
  rule: 'offers.rule',
  content: 'offers.content',
  fixed: 'offers.fixed',
  'not-shown': 'offers.not-shown',
};

/** The position of a cell in the table, counted from 0 and without the headers. */
interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/**
 * Renders a table of enquiry types by sites: on how many pages of a site visitors can send a type, or why
 * they cannot. The cells are buttons, one of which is in the tab order; arrow keys, Home and End move the
 * focus. A pressed cell shows its pages and reasons below the table.
 * @param offers The types that pages offer in the draft. Null if they are unknown, undefined while loading.
 */
export function OffersTable({
  types,
  offers,
}: {
  readonly types: readonly VisibleType[];
  readonly offers: readonly PageOffers[] | null | undefined;
}): ReactNode {
  const { say, content } = useStudio();
  const rules = useRules() ?? [];
  const title = useId();
  const details = useId();
  const [current, setCurrent] = useState<CellPosition>({ row: 0, column: 0 });
  const [opened, setOpened] = useState<{ readonly type: string; readonly site: string }>();
  const { sites } = content;
  if (offers === undefined) return null;
  const isOpen = (type: string, site: string) => opened?.type === type && opened.site === site;
  const openedType = types.find(({ type }) => type.key === opened?.type);
  const openedSite = sites.find(({ id }) => id === opened?.site);
  // A type or a site that is gone leaves its position in the tab order to the last one.
  const [row, column] = [Math.min(current.row, types.length - 1), Math.min(current.column, sites.length - 1)];

  /** Moves the focus to the cell that the key leads to. Other keys do nothing. */
  function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
    const to = findNextCell(event.key, {
      at: { row, column },
      last: { row: types.length - 1, column: sites.length - 1 },
      isRightToLeft: document.dir === 'rtl',
    });
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setCurrent(to);
    const cells = event.currentTarget.tBodies[0]?.rows[to.row]?.querySelectorAll('button');
    cells?.[to.column]?.focus();
  }

  return (
    <section id="where" className="st-stack-2" aria-labelledby={title}>
      <h2 id={title}>{say('offers.title')}</h2>
      {offers === null ? (
        <p className="st-quiet">{say('offers.unknown')}</p>
      ) : (
        <>
          <p className="st-quiet">{say('offers.hint')}</p>
          <div className="st-offers">
            <table className="st-table" aria-labelledby={title} onKeyDown={moveFocus}>
              <thead>
                <tr>
                  <th scope="col">{say('forms.type')}</th>
                  {sites.map(({ id, name }) => (
                    <th key={id} scope="col">
                      <bdi>{name}</bdi>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {types.map(({ type, name }, atRow) => (
                  <tr key={type.key}>
                    <th scope="row">
                      <bdi>{name}</bdi>
                    </th>
                    {sites.map(({ id }, atColumn) => (
                      <td key={id}>
                        <OffersCell
                          offers={groupOffers(offers, { type: type.key, site: id })}
                          rules={rules}
                          isInTabOrder={atRow === row && atColumn === column}
                          isOpen={isOpen(type.key, id)}
                          details={details}
                          onFocus={() => setCurrent({ row: atRow, column: atColumn })}
                          onPress={() =>
                            setOpened(isOpen(type.key, id) ? undefined : { type: type.key, site: id })
                          }
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div id={details} role="status">
            {openedType && openedSite && (
              <OffersDetails
                heading={say('offers.of', { type: openedType.name, site: openedSite.name })}
                offers={groupOffers(offers, { type: openedType.type.key, site: openedSite.id })}
              />
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** Renders a cell as a button. Its name says the whole sentence; sighted persons see the mark and a number. */
function OffersCell({
  offers: { offered, leftOut, pages },
  rules,
  isInTabOrder,
  isOpen,
  details,
  onFocus,
  onPress,
}: {
  readonly offers: OffersOfSite;
  readonly rules: readonly RuleView[];
  readonly isInTabOrder: boolean;
  readonly isOpen: boolean;
  /** The id of the element that shows the details. */
  readonly details: string;
  readonly onFocus: () => void;
  readonly onPress: () => void;
}): ReactNode {
  const { say, locale } = useStudio();
  const reasons = leftOut.map(({ why, rules: ids }) => describeReason(why, ids));
  const count = say('offers.offered', { count: offered.length, all: pages });
  const sentence =
    pages === 0 ? say('offers.none') : offered.length > 0 ? count : [...new Set(reasons)].join(' ');

  /** Returns a reason as a sentence that quotes the rules. */
  function describeReason(why: LeftOutType['why'], ids: readonly string[]): string {
    const quoted = ids.map((id) => {
      const rule = rules.find((each) => each.id === id);
      return say('offers.quoted', { rule: rule ? sentenceToText(rule.sentence) : id });
    });
    const list = new Intl.ListFormat(locale).format(quoted);
    return say(reasonKeys[why], { rules: list, count: ids.length });
  }

  return (
    <button
      type="button"
      className="st-button st-button--plain"
      tabIndex={isInTabOrder ? 0 : -1}
      aria-label={sentence}
      title={sentence}
      aria-expanded={isOpen}
      aria-controls={details}
      onFocus={onFocus}
      onClick={onPress}
    >
      <span aria-hidden="true">
        {pages === 0 ? '–' : offered.length > 0 ? '●' : '○'}
        {offered.length > 0 && (
          <span className="st-quiet"> {say('offers.short', { count: offered.length, all: pages })}</span>
        )}
      </span>
    </button>
  );
}

/** Renders the pages of a site that offer a type, and the others by their reasons, with the rules as links. */
function OffersDetails({
  heading,
  offers: { offered, leftOut, pages },
}: {
  readonly heading: string;
  readonly offers: OffersOfSite;
}): ReactNode {
  const { say, locale } = useStudio();
  const list = new Intl.ListFormat(locale);
  return (
    <div className="st-notice">
      <h3>{heading}</h3>
      {pages === 0 && <p>{say('offers.none')}</p>}
      {offered.length > 0 && (
        <p>
          {say('offers.offered', { count: offered.length, all: pages })}{' '}
          <span className="st-quiet">{list.format(offered)}</span>
        </p>
      )}
      {leftOut.map((reason) => (
        <LeftOutPages key={`${reason.why} ${reason.rules.join(' ')}`} reason={reason} />
      ))}
    </div>
  );
}

/** Renders one reason with its rules and its pages. */
function LeftOutPages({ reason: { why, rules, titles } }: { readonly reason: PagesOfReason }): ReactNode {
  const { say, locale } = useStudio();
  return (
    <div>
      <p>{say(reasonKeys[why], { rules: '', count: rules.length })}</p>
      <RuleSentences ids={rules} />
      <p className="st-quiet">{new Intl.ListFormat(locale).format(titles)}</p>
    </div>
  );
}

/** Returns the cell that a key leads to, within the table. Undefined for other keys. */
function findNextCell(
  key: string,
  {
    at,
    last,
    isRightToLeft,
  }: { readonly at: CellPosition; readonly last: CellPosition; readonly isRightToLeft: boolean },
): CellPosition | undefined {
  const sideways = isRightToLeft ? -1 : 1;
  const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: [0, sideways],
    ArrowLeft: [0, -sideways],
    Home: [0, -last.column],
    End: [0, last.column],
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));
  return { row: clamp(at.row + step[0], last.row), column: clamp(at.column + step[1], last.column) };
}
