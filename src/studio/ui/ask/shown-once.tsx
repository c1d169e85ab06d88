import { type ReactNode, useId, useRef } from 'react';
import { focusElement } from '../focus-element.ts';
import { useStudioLanguage } from '../language.ts';
import { saveFile } from '../save-file.ts';

/**
 * Renders secrets that cannot be shown again, one in a field, several as a list, with buttons to copy and
 * download them. Focuses the title.
 */
export function ShownOnce({
  title,
  text,
  children,
  file,
  onDone,
}: {
  readonly title: string;
  /** The text to copy, one secret per line. */
  readonly text: string;
  /** The explanation below the title. */
  readonly children: ReactNode;
  /** The name of the downloaded file. Absent: no download is offered. */
  readonly file?: string;
  /** Called if the person presses the button at the end. Removing this element is left to the caller. */
  readonly onDone: () => void;
}): ReactNode {
  const { say } = useStudioLanguage();
  const id = useId();
  const lines = text.split('\n');
  return (
    <section className="st-notice st-once" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1} ref={focusElement}>
        {title}
      </h3>
      <p>{children}</p>
      {lines.length === 1 ? (
        <CopyField label={title} text={text} />
      ) : (
        <ol className="st-codes">
          {lines.map((line) => (
            <li key={line}>
              <code dir="ltr">{line}</code>
            </li>
          ))}
        </ol>
      )}
      <div className="st-ask-end">
        {lines.length > 1 && <CopyButton text={text} />}
        {file !== undefined && (
          <button
            type="button"
            className="st-button"
            onClick={() => saveFile(file, { type: 'text/plain', content: `${text}\n` })}
          >
            {say('once.download')}
          </button>
        )}
        <button type="button" className="st-button st-button--primary" onClick={onDone}>
          {say('once.done')}
        </button>
      </div>
    </section>
  );
}

/**
 * Renders a read-only field that selects its text on focus, with a button to copy it. If the browser refuses
 * to copy, the text is selected.
 */
export function CopyField({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  return (
    <span className="st-with-button">
      <input
        ref={field}
        className="st-input st-once-text"
        dir="ltr"
        readOnly
        aria-label={label}
        value={text}
        onFocus={({ target }) => target.select()}
      />
      <CopyButton text={text} onRefused={() => field.current?.select()} />
    </span>
  );
}

/**
 * Renders a read-only text of several lines, which scrolls, with a button to copy it. If the browser refuses to copy,
 * the text is selected.
 */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const block = useRef<HTMLPreElement>(null);
  return (
    <section className="st-stack-2 st-start st-shrink" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls, also by keys. */}
      <pre ref={block} className="st-copy-text" dir="ltr" tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton
        text={text}
        onRefused={() => block.current && getSelection()?.selectAllChildren(block.current)}
      />
    </section>
  );
}

/** Renders a button that copies a text. Calls `onRefused` if the browser refuses access to the clipboard. */
function CopyButton({
  text,
  onRefused,
}: {
  readonly text: string;
  readonly onRefused?: () => void;
}): ReactNode {
  const { say, announce } = useStudioLanguage();
  /** Copies the text and announces it, or announces that the text has to be copied by hand. */
  const copyText = async () => {
    try {
      await navigator.clipboard.writeText(text);
      announce(say('once.copied'));
    } catch {
      onRefused?.();
      announce(say('once.copy-by-hand'));
    }
  };
  return (
    <button type="button" className="st-button" onClick={() => void copyText()}>
      {say('once.copy')}
    </button>
  );
}
