import { type ReactNode, useId } from 'react';
import type { AnswerFiguresView, ChoiceCount, ChoiceFigures } from '../../../api/answer-figures.ts';
import { useStudio } from '../../draft/context.ts';

/** The number of choices above which those without an answer are not shown. */
const longList = 8;

interface ChartProps {
  readonly field: ChoiceFigures;
  /** The groups with their names in words; empty without a split. */
  readonly groups: AnswerFiguresView['groups'];
  readonly fewest: number;
  /** True if the groups are weeks or months, which are drawn one after the other. */
  readonly isInTime: boolean;
}

/**
 * Renders the choices of a field as bars with their counts. With groups, bars have a part for each of them, and a table
 * has the numbers.
 */
export function AnswerChart(props: ChartProps): ReactNode {
  const { say, locale } = useStudio();
  const id = useId();
  const { field, groups, isInTime } = props;
  const { name, types, asked, answered, isMultiple, choices } = field;
  const most = Math.max(1, ...choices.map(({ count }) => count ?? 0));
  // Of a long list, choices that nobody took only hide the others.
  const shown = choices.length > longList ? choices.filter(({ count }) => count !== 0) : choices;
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' });
  return (
    <section className="st-figure st-answer-chart st-stack-2" aria-labelledby={id}>
      <h2 id={id} dir="auto">
        {name}
      </h2>
      <p className="st-hint">
        {list.format(types.map((type) => type.name))}
        {' · '}
        {say('answers.answered', { answered, asked })}
        {isMultiple && ` ${say('answers.multiple')}`}
      </p>
      {isInTime && (
        <p className="st-hint" aria-hidden="true">
          {groups[0]?.name} – {groups.at(-1)?.name}
        </p>
      )}
      {groups.length > 0 && !isInTime && (
        <ul className="st-legend st-wrap st-quiet" aria-hidden="true">
          {groups.map((group, at) => (
            <li key={group.key} className={`st-row st-series-${at}`} dir="auto">
              {group.name}
            </li>
          ))}
        </ul>
      )}
      <table className="st-table st-answer-table" aria-labelledby={id}>
        <thead className="st-visually-hidden">
          <tr>
            <th scope="col">{say('answers.answer')}</th>
            <th scope="col">{say('answers.count')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((choice) => (
            <tr key={choice.key}>
              <th scope="row" className="st-breaks">
                <ChoiceName choice={choice} />
              </th>
              <td>
                <span className="st-answer-bar st-row">
                  {isInTime ? (
                    <TimeBars choice={choice} field={field} />
                  ) : (
                    <Bar choice={choice} most={most} />
                  )}
                  <span className="st-answer-count">
                    <ChoiceNumber {...props} count={choice.count} />
                    {choice.count !== undefined && answered > 0 && (
                      <span className="st-quiet">
                        {new Intl.NumberFormat(locale, { style: 'percent' }).format(choice.count / answered)}
                      </span>
                    )}
                  </span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < choices.length && (
        <p className="st-hint">{say('answers.untaken', { count: choices.length - shown.length })}</p>
      )}
      {groups.length > 0 && <GroupTable {...props} field={{ ...field, choices: shown }} />}
    </section>
  );
}

/** Renders the label of a choice; in words if it stands for several. */
function ChoiceName({ choice: { key, name } }: { readonly choice: ChoiceCount }): ReactNode {
  const { say } = useStudio();
  if (key === 'slipway:gone') return say('answers.gone');
  return key === 'slipway:rest' ? say('answers.rest') : <bdi>{name}</bdi>;
}

/** Renders a count, or that it is smaller than what may be shown. */
function ChoiceNumber({
  count,
  fewest,
}: {
  readonly count: number | null | undefined;
  readonly fewest: number;
}): ReactNode {
  const { say, locale } = useStudio();
  return count === undefined || count === null
    ? say('figures.fewer', { fewest })
    : new Intl.NumberFormat(locale).format(count);
}

/** Renders a bar whose length is relative to `most`, with a part for each group. */
function Bar({ choice, most }: { readonly choice: ChoiceCount; readonly most: number }): ReactNode {
  const counts = choice.byGroup.length > 0 ? choice.byGroup : [choice.count ?? 0];
  const ends = counts.map((_, at) =>
    counts.slice(0, at + 1).reduce<number>((sum, one) => sum + (one ?? 0), 0),
  );
  return (
    <svg className="st-share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="st-share-all" x={0} y={0} width={100} height={6} />
      {ends.map((end, at) => {
        const start = ends[at - 1] ?? 0;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar have no other identity
            key={at}
            className={choice.byGroup.length > 0 ? `st-series-${at}` : 'st-share-part'}
            x={(start / most) * 100}
            y={0}
            width={((end - start) / most) * 100}
            height={6}
          />
        );
      })}
    </svg>
  );
}

/** Renders a column for each week or month, relative to the largest one of the field. */
function TimeBars({
  choice,
  field,
}: {
  readonly choice: ChoiceCount;
  readonly field: ChoiceFigures;
}): ReactNode {
  const most = Math.max(1, ...field.choices.flatMap(({ byGroup }) => byGroup.map((count) => count ?? 0)));
  const { byGroup } = choice;
  return (
    <svg
      className="st-answer-times"
      viewBox={`0 0 ${byGroup.length * 10} 24`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {byGroup.map((count, at) => {
        const height = ((count ?? 0) / most) * 22;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a chart have no other identity
            key={at}
            className={height === 0 ? 'st-share-all' : 'st-share-part'}
            x={at * 10 + 1}
            y={24 - Math.max(1, height)}
            width={8}
            height={Math.max(1, height)}
          />
        );
      })}
    </svg>
  );
}

/** Renders the counts of each choice by group, folded until somebody opens it. */
function GroupTable({ field: { name, choices }, groups, fewest }: ChartProps): ReactNode {
  const { say } = useStudio();
  return (
    <details className="st-figure-table">
      <summary>
        {say('figures.as-table')}
        <span className="st-visually-hidden"> ({name})</span>
      </summary>
      <div className="st-answer-groups">
        <table className="st-table st-count-table">
          <caption className="st-visually-hidden">{name}</caption>
          <thead>
            <tr>
              <th scope="col">{say('answers.answer')}</th>
              {groups.map((group) => (
                <th key={group.key} scope="col" dir="auto">
                  {group.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {choices.map((choice) => (
              <tr key={choice.key}>
                <th scope="row">
                  <ChoiceName choice={choice} />
                </th>
                {groups.map((group, at) => (
                  <td key={group.key}>
                    <ChoiceNumber count={choice.byGroup[at]} fewest={fewest} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
