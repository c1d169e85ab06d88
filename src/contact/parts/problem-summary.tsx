import type { ReactNode } from 'react';
import type { Problem } from '#engine';

/** All problems in one place, each a link to its field. */
export function ProblemSummary({
  title,
  problems,
  messageOf,
  idPrefix,
  takesFocus = false,
  onFollow,
}: {
  readonly title: string;
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
  readonly idPrefix: string;
  /** Takes focus when the page is loaded, so that it is read first: where no script moves focus to the first problem. */
  readonly takesFocus?: boolean;
  /** Moves focus to a field; false where it cannot, and the link itself leads there. */
  readonly onFollow: (field: string) => boolean;
}): ReactNode {
  const titleId = `${idPrefix}-summary-title`;
  return (
    <div className="sw-summary" {...(takesFocus && { tabIndex: -1, autoFocus: true })}>
      <p className="sw-summary-title" id={titleId}>
        {title}
      </p>
      <ul aria-labelledby={titleId}>
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
