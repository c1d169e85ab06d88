import type { ReactNode } from 'react';
import type { TextFormatter } from '#engine';
import { toControlId } from '#widgets';
import type { Enquiry } from '../enquiry/enquiry.ts';

/** Renders a heading with the number of problems and a list of them, each a link that focuses its field. */
export function ProblemSummary({
  enquiry: { problems, messageOf, idPrefix, elements },
  takesFocus,
  text,
}: {
  readonly enquiry: Pick<Enquiry, 'problems' | 'messageOf' | 'idPrefix' | 'elements'>;
  /**
   * True to focus the summary when the page is loaded, so that it is read first. It is needed where no script
   * focuses the first problem.
   */
  readonly takesFocus: boolean;
  readonly text: TextFormatter;
}): ReactNode {
  const titleId = `${idPrefix}-summary-title`;
  return (
    <div className="sw-summary" {...(takesFocus && { tabIndex: -1, autoFocus: true })}>
      <p className="sw-summary-title" id={titleId}>
        {text('summary.heading', { count: problems.length })}
      </p>
      <ul aria-labelledby={titleId}>
        {problems.map((problem) => (
          <li key={problem.field}>
            <a
              href={`#${toControlId(idPrefix, problem.field)}`}
              // If the field cannot receive the focus, the browser follows the link.
              onClick={(event) =>
                elements.fields.current?.focusField(problem.field) && event.preventDefault()
              }
            >
              {messageOf(problem)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
