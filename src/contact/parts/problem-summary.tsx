import type { ReactNode } from 'react';
import type { Problem } from '#engine';

/** All problems in one place, each a link to its field. */
export function ProblemSummary({
  title,
  problems,
  messageOf,
  idPrefix,
  onFollow,
}: {
  readonly title: string;
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
  readonly idPrefix: string;
  /** Moves focus to a field; false where it cannot, and the link itself leads there. */
  readonly onFollow: (field: string) => boolean;
}): ReactNode {
  return (
    <div className="sw-summary">
      <p className="sw-summary-title">{title}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem.field}>
            <a
              href={`#${[idPrefix, ...problem.field.split('/')].join('-')}`}
              onClick={(event) => onFollow(problem.field) && event.preventDefault()}
            >
              {messageOf(problem)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
