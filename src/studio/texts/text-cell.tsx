import { type KeyboardEvent, memo, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { textDirection } from '#engine';
import { checkText } from '#engine/check/check-text.ts';
import type { Finding } from '#engine/check/index.ts';
import {
  confirmTranslation,
  createSampleTexts,
  getFallbackLocale,
  isNameKey,
  setTextOrName,
} from '#engine/editing/index.ts';
import type { PresentPerson } from '../../api/studio.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { CollisionsAt } from '../draft/collision-notices.tsx';
import { useStudio } from '../draft/context.ts';
import { PersonBadges } from '../draft/presence/people.tsx';
import { nameTextsInReason, useTextNames } from '../draft/text-names.ts';
import { FindingText } from '../ui/finding-text.tsx';
import { getOwnLanguageName } from '../ui/language-name.ts';
import { Lingering } from '../ui/lingering.tsx';
import { FixTextsByCode } from './fix-texts.tsx';
import { MessageField } from './message-field.tsx';
import { MessageText } from './message-text.tsx';

export interface TextCellProps {
  readonly textKey: string;
  /** The name of the text, which is shown in place of its key. */
  readonly textName: string;
  readonly locale: string;
  /** Undefined if the language does not have it. */
  readonly text: string | undefined;
  /** The text in the fallback language. Undefined in the fallback language itself. */
  readonly original: string | undefined;
  /**
   * The former original that the translation was written for. Undefined if the original has not changed
   * since.
   */
  readonly writtenFor: string | undefined;
  /** The findings of the last check about this text. */
  readonly findings: readonly Finding[] | undefined;
  /** The other people who have this text open. */
  readonly people: readonly PresentPerson[];
  readonly isOpen: boolean;
  /** True for the only cell that Tab leads to. */
  readonly isCurrent: boolean;
  /** Called when the editor shall open. */
  readonly onOpen: (key: string, locale: string) => void;
  /** Called when the editor shall close. */
  readonly onClose: (key: string, locale: string) => void;
  /** The position of the text among those that are shown, from 1, and their number. */
  readonly position: number;
  readonly count: number;
  /** Called when another text in the same language shall open: the next one (1) or the previous one (-1). */
  readonly onMove: (key: string, locale: string, by: 1 | -1) => void;
}

/**
 * Renders a cell of the grid: a button with the text and its states, in whose place the editor is seen if it is open.
 * Also shows the people who have it open.
 */
export const TextCell = memo(function TextCell(props: TextCellProps): ReactNode {
  const { textKey, locale, text, original, writtenFor, findings = noFindings, isOpen } = props;
  const { say } = useStudio();
  const name = say('texts.cell', { key: props.textName, language: getOwnLanguageName(locale) });
  const isMissing = text === undefined && original !== undefined;
  const nothing = <span className="st-visually-hidden">{say('nothing')}</span>;
  const states = [
    ...(writtenFor === undefined ? [] : [say('texts.outdated')]),
    ...(findings.length === 0 ? [] : [say('texts.faulty')]),
  ];
  return (
    <td
      lang={locale}
      dir={textDirection(locale)}
      data-language={getOwnLanguageName(locale)}
      className={isMissing ? 'st-missing' : undefined}
      data-open={isOpen || undefined}
    >
      <PersonBadges people={props.people} />
      {/* The button stays while the editor is open: a screen reader misses a focus that leaves a removed element. */}
      <button
        type="button"
        className={isOpen ? 'st-visually-hidden' : 'st-cell'}
        data-cell={`${locale} ${textKey}`}
        tabIndex={props.isCurrent && !isOpen ? 0 : -1}
        onClick={() => props.onOpen(textKey, locale)}
      >
        <span className="st-visually-hidden">{`${name}: `}</span>
        {text !== undefined ? (
          isNameKey(textKey) ? (
            text
          ) : (
            <MessageText text={text} locale={locale} />
          )
        ) : isMissing ? (
          <em>{say('texts.missing')}</em>
        ) : (
          nothing
        )}
        {states.length > 0 && (
          <span className="st-cell-states st-wrap">
            {states.map((state) => (
              <span key={state} className="st-state st-state--changed">
                {state}
              </span>
            ))}
          </span>
        )}
      </button>
      <Lingering isOpen={isOpen}>
        <TextEditor {...props} name={name} />
      </Lingering>
    </td>
  );
});

const noFindings: readonly Finding[] = [];

/**
 * Edits a text, with its findings, its former original and samples. It has the focus when it opens. Each
 * keystroke changes the draft. Read-only outside of the scope of the person.
 */
function TextEditor({
  textKey,
  locale,
  text = '',
  original,
  writtenFor,
  findings = noFindings,
  name,
  position,
  count,
  onClose,
  onMove,
}: TextCellProps & { readonly name: string }): ReactNode {
  const { store, say, announce, locale: studioLocale } = useStudio();
  const mayWrite = useEditableScope().canEditText(textKey);
  const nameText = useTextNames();
  const [problems, help] = [useId(), useId()];
  // The name contains words of the text, and must not change while they are typed.
  const [openName] = useState(name);
  // The text at the time of opening. Escape restores it.
  const initialText = useRef(text);
  const ownFindings = useMemo(
    () =>
      text === '' || isNameKey(textKey) ? noFindings : checkText({ locale, key: textKey, text, original }),
    [locale, textKey, text, original],
  );
  // The server finds the same problems later. They are shown once.
  const shownFindings = [
    ...ownFindings,
    ...findings.filter(({ reason }) => !ownFindings.some((one) => one.reason === reason)),
  ];
  const samples = useMemo(
    () => (isNameKey(textKey) ? [] : createSampleTexts(text, locale)),
    [textKey, text, locale],
  );

  /**
   * Sets the text in the draft; consecutive edits are undone together. Does nothing if the person may not
   * change it.
   */
  function writeText(next: string): void {
    if (!mayWrite) return;
    const { documents } = store.getSnapshot();
    store.perform({
      title: { key: 'text', values: { key: textKey } },
      patches: setTextOrName(documents, { locale, key: textKey }, next),
      group: `text ${locale} ${textKey}`,
    });
  }

  /**
   * Marks the translation as current in the draft, because it still suits the changed original. Announces
   * that and closes the editor.
   */
  function confirmCurrentTranslation(): void {
    const { documents } = store.getSnapshot();
    store.perform({
      title: { key: 'text-confirmed', values: { key: textKey } },
      patches: confirmTranslation(documents, { locale, key: textKey }),
    });
    announce(say('texts.confirmed'));
    onClose(textKey, locale);
  }

  /**
   * Handles the keys of the input. Escape restores the text that it had on opening and closes the editor.
   * Enter opens the next text. Other keys, and Shift+Enter, are left to the input.
   */
  function closeOnKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      if (text !== initialText.current) writeText(initialText.current);
      onClose(textKey, locale);
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onMove(textKey, locale, 1);
    } else return;
    event.stopPropagation();
  }

  return (
    <div className="st-text-editor st-stack-2">
      <MessageField
        name={openName}
        locale={locale}
        text={text}
        original={isNameKey(textKey) ? undefined : original}
        describedBy={`${problems} ${help}`}
        isInvalid={shownFindings.some(({ severity }) => severity === 'error')}
        isReadOnly={!mayWrite}
        takesFocus
        onChange={writeText}
        onKeyDown={closeOnKey}
      />
      <div lang={studioLocale} dir={textDirection(studioLocale)}>
        <div id={problems} role="status">
          {shownFindings.map((finding) => (
            <div
              key={`${finding.code} ${finding.reason}`}
              className={finding.severity === 'error' ? 'st-problem' : 'st-warning'}
            >
              <FindingText finding={{ ...finding, reason: nameTextsInReason(finding, nameText) }} />
            </div>
          ))}
        </div>
        <FixTextsByCode findings={shownFindings} />
        <CollisionsAt group={`text ${locale} ${textKey}`} />
        {writtenFor !== undefined && (
          <div className="st-stack-1 st-start st-small">
            <p>
              {say('texts.written-for')}{' '}
              <q lang={getFallbackLocale(store.getSnapshot().documents)}>{writtenFor}</q>
            </p>
            {original !== undefined && (
              <p>
                {say('texts.now')} <q lang={getFallbackLocale(store.getSnapshot().documents)}>{original}</q>
              </p>
            )}
            {mayWrite && (
              <button type="button" className="st-button" onClick={confirmCurrentTranslation}>
                {say('texts.confirm')}
              </button>
            )}
          </div>
        )}
      </div>
      {samples.length > 0 && (
        <dl className="st-samples" aria-label={say('texts.samples')}>
          {samples.map(({ given, said }) => (
            <div key={given}>
              <dt dir="ltr">{given || say('texts.sample')}</dt>
              <dd>{said}</dd>
            </div>
          ))}
        </dl>
      )}
      <div
        className="st-wrap st-center st-between st-small"
        lang={studioLocale}
        dir={textDirection(studioLocale)}
      >
        <button
          type="button"
          className="st-button st-button--small"
          disabled={position <= 1}
          onClick={() => onMove(textKey, locale, -1)}
        >
          <span aria-hidden="true">‹</span>
          <span className="st-visually-hidden">{say('texts.previous-text')}</span>
        </button>
        <span className="st-quiet">{say('texts.position', { position, count })}</span>
        <button
          type="button"
          className="st-button st-button--small"
          disabled={position >= count}
          onClick={() => onMove(textKey, locale, 1)}
        >
          <span aria-hidden="true">›</span>
          <span className="st-visually-hidden">{say('texts.next-text')}</span>
        </button>
      </div>
      <div id={help} className="st-quiet" lang={studioLocale} dir={textDirection(studioLocale)}>
        {mayWrite ? say('texts.keys') : <ReadOnlyNotice isOutside />}
      </div>
    </div>
  );
}
