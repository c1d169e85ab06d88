import { type ReactNode, useId } from 'react';
import type { FiguresView } from '../../../api/figures.ts';
import { useStudio } from '../../draft/context.ts';

/**
 * The width of a day and the height of the chart in SVG units. The chart is stretched to the available space.
 */
const dayWidth = 10;
const height = 100;

/**
 * Renders the numbers of forms sent and abandoned per day: as a bar chart with a summary for screen readers,
 * and as a table with the latest day first. Throws without days.
 */
export function DayChart({ view }: { readonly view: FiguresView }): ReactNode {
  const { say, locale } = useStudio();
  const title = useId();
  const { days, total } = view;
  const number = new Intl.NumberFormat(locale);
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const most = Math.max(1, ...days.map(({ sent, abandoned }) => sent + abandoned));
  const best = days.reduce((one, other) => (other.sent > one.sent ? other : one));
  const [first, last] = [days[0], days.at(-1)];
  const middle = days.length > 8 ? days[Math.floor((days.length - 1) / 2)] : undefined;
  return (
    <section className="st-figure st-stack-2" aria-labelledby={title}>
      <div className="st-figure-head st-wrap st-baseline st-between">
        <h2 id={title}>{say('figures.by-day')}</h2>
        <ul className="st-legend st-quiet" aria-hidden="true">
          <li className="st-row">{say('figures.sent')}</li>
          <li className="st-legend-abandoned st-row">{say('figures.abandoned')}</li>
        </ul>
      </div>
      <div className="st-bars st-box st-padded-wide">
        <span className="st-bars-most" aria-hidden="true">
          {number.format(most)}
        </span>
        <svg
          viewBox={`0 0 ${days.length * dayWidth} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={say('figures.day-summary', {
            sent: total.sent,
            abandoned: total.abandoned,
            days: days.length,
            most: best.sent,
            day: long.format(Date.parse(best.day)),
          })}
        >
          {days.map(({ day, sent, abandoned }, at) => {
            const [low, high] = [(sent / most) * height, (abandoned / most) * height];
            return (
              <g key={day}>
                <title>
                  {say('labelled', {
                    label: long.format(Date.parse(day)),
                    value: say('figures.day', { sent, abandoned }),
                  })}
                </title>
                <rect className="st-bar-ground" x={at * dayWidth} y={0} width={dayWidth} height={height} />
                <rect
                  className="st-bar-abandoned"
                  x={at * dayWidth + 1.5}
                  y={height - low - high}
                  width={dayWidth - 3}
                  height={high}
                />
                <rect
                  className="st-bar-sent"
                  x={at * dayWidth + 1.5}
                  y={height - low}
                  width={dayWidth - 3}
                  height={low}
                />
              </g>
            );
          })}
        </svg>
        <span className="st-bars-days" aria-hidden="true">
          {[first, middle, last].map(
            (one) => one && <span key={one.day}>{short.format(Date.parse(one.day))}</span>,
          )}
        </span>
      </div>
      <details className="st-figure-table">
        <summary>{say('figures.as-table')}</summary>
        <table className="st-table st-count-table">
          <caption className="st-visually-hidden">{say('figures.by-day')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('figures.date')}</th>
              <th scope="col">{say('figures.began')}</th>
              <th scope="col">{say('figures.sent')}</th>
              <th scope="col">{say('figures.abandoned')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, began, sent, abandoned }) => (
              <tr key={day}>
                <th scope="row">
                  <time dateTime={day}>{long.format(Date.parse(day))}</time>
                </th>
                <td>{number.format(began)}</td>
                <td>{number.format(sent)}</td>
                <td>{number.format(abandoned)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
