import { Component, type ReactNode, useEffect } from 'react';
import type { FormatMessage } from './messages.ts';
import { focusHeading } from './use-heading-focus.ts';

interface BoundaryProps {
  readonly say: FormatMessage;
  /** The current address. An address change removes the error. */
  readonly address?: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  /** The address at the last rendering. */
  readonly address: string | undefined;
  /** The error that was thrown. Undefined while the children are rendered. */
  readonly failed?: { readonly error: unknown } | undefined;
}

/**
 * Replaces its children by an error notice if they throw while rendering. The rest of the studio still works.
 */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { address: this.props.address };

  /** Called by React after a child has thrown. Returns the state that shows the error. */
  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failed: { error } };
  }

  /**
   * Called by React before each rendering. Returns a state without the error if the address has changed, else
   * the same state.
   */
  static getDerivedStateFromProps({ address }: BoundaryProps, before: BoundaryState): BoundaryState {
    return address === before.address ? before : { address, failed: undefined };
  }

  /** Renders the children, or the notice after an error. Its button renders the children again. */
  override render(): ReactNode {
    const { say, children } = this.props;
    const { address, failed } = this.state;
    if (failed === undefined) return children;
    return (
      <FailureNotice
        say={say}
        error={failed.error}
        onAgain={() => this.setState({ address, failed: undefined })}
      />
    );
  }
}

/**
 * Renders a notice with the error, a button that calls `onAgain` and one that reloads the page. Focuses its
 * heading.
 */
function FailureNotice({
  say,
  error,
  onAgain,
}: {
  readonly say: FormatMessage;
  readonly error: unknown;
  readonly onAgain: () => void;
}): ReactNode {
  // The focused element is gone, so the focus goes to the heading.
  useEffect(focusHeading, []);
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('failed.title')}</h1>
      </div>
      <div className="st-notice st-notice--error" role="alert">
        <p>{say('failed.text')}</p>
        <p className="st-inbox-said">
          <span className="st-visually-hidden">{say('failed.said')} </span>
          <code dir="ltr" lang="en">
            {String(error)}
          </code>
        </p>
        <div className="st-actions">
          <button type="button" className="st-button st-button--primary" onClick={onAgain}>
            {say('failed.again')}
          </button>
          <button type="button" className="st-button" onClick={() => location.reload()}>
            {say('failed.all')}
          </button>
        </div>
      </div>
    </div>
  );
}
