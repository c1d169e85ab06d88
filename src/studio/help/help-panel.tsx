import { type ReactNode, useEffect, useRef } from 'react';
import { useStudio } from '../draft/context.ts';
import { useGuide } from './guide-provider.tsx';
import { findHelpTopic } from './help-topics.ts';

/**
 * Renders the help of the current page beside it, and follows when another page is opened. Escape closes it. Gets the
 * focus when it is opened; when it is closed, the focus returns.
 * @param address The path and the query of the current page.
 */
export function HelpPanel({
  address,
  onShortcuts,
  onClose,
}: {
  readonly address: string;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const { say, visit } = useStudio();
  const { view, setDismissed } = useGuide();
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    heading.current?.focus();
  }, []);
  /** Returns the focus, unless a click outside of the panel has moved it, and closes the panel. */
  const close = () => {
    const panel = heading.current?.closest('aside');
    if (panel?.contains(document.activeElement) && opener.current instanceof HTMLElement)
      opener.current.focus();
    onClose();
  };
  const { text, page, section } = findHelpTopic(address);
  return (
    <aside
      className="st-help st-stack-3"
      aria-label={say('help')}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div className="st-row st-between">
        <h2 ref={heading} tabIndex={-1}>
          {say('help.of', { page: say(page) })}
        </h2>
        <button type="button" className="st-button st-button--plain" onClick={close}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className="st-help-close">
            <path d="m4 4 8 8M12 4l-8 8" />
          </svg>
          <span className="st-visually-hidden">{say('help.close')}</span>
        </button>
      </div>
      <ul className="st-help-steps st-stack-2">
        {say(text)
          .split('\n')
          .map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
      <p>
        <a href={`/studio/manual#${section}`}>{say('help.manual')}</a>
      </p>
      <div className="st-wrap">
        {view?.isDismissed && (
          <button
            type="button"
            className="st-button"
            onClick={() => {
              setDismissed(false);
              visit('/studio/forms');
            }}
          >
            {say('guide.reopen')}
          </button>
        )}
        <button type="button" className="st-button" onClick={onShortcuts}>
          {say('shortcuts')} <kbd>?</kbd>
        </button>
      </div>
    </aside>
  );
}
