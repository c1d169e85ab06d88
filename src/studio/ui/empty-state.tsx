import type { ReactNode } from 'react';

/**
 * Renders what stands in place of a list without entries: that there are none, what the list is for and why it is
 * empty, and one action.
 */
export function EmptyState({
  title,
  text,
  action,
}: {
  readonly title: string;
  readonly text: string;
  /** A link or a button. Absent: the person can do nothing about it. */
  readonly action?: ReactNode;
}): ReactNode {
  return (
    <div className="st-empty st-stack-2">
      <p className="st-empty-title">{title}</p>
      <p>{text}</p>
      {action && <p>{action}</p>}
    </div>
  );
}
