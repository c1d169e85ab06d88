import { type ReactNode, useId } from 'react';
import {
  getFallbackLocale,
  getThanksKey,
  setThanksText,
  type ThanksPart,
  thanksParts,
} from '#engine/editing/index.ts';
import { asObject } from '#engine/json-schema/values.ts';
import { ReadOnlyNotice } from '../../auth/permissions/read-only-notice.tsx';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { type SettingsSectionProps, useTypeEdit } from './use-type-edit.ts';

/**
 * Edits the thanks of a type in the fallback language. Where it has none, visitors see those of all forms, which
 * are shown as placeholders.
 */
export function ThanksSettings(props: SettingsSectionProps): ReactNode {
  const { say } = useStudio();
  const edit = useTypeEdit(props);
  return (
    <section className="st-stack-3">
      <h2 id="setting-thanks" tabIndex={-1}>
        {say('type-settings.thanks')}
      </h2>
      {edit.isOutside && (
        <div role="alert">
          <ReadOnlyNotice isOutside />
        </div>
      )}
      {thanksParts.map((part) => (
        <ThanksField
          key={part}
          type={props.type.key}
          part={part}
          onChange={(patches) => edit.perform(`thanks ${part}`, patches)}
        />
      ))}
      <p className="st-hint">
        {say('type-settings.thanks-where')}{' '}
        <a href={`/studio/texts?key=${encodeURIComponent(getThanksKey(props.type.key, 'heading'))}`}>
          {say('type-settings.closed-text-all')}
        </a>
        {' · '}
        <a href="/studio/content/pages">{say('type-settings.thanks-pages')}</a>
        {' · '}
        <a href="/studio/texts?key=thank-you.heading">{say('type-settings.thanks-text')}</a>
      </p>
    </section>
  );
}

/** Edits one text of the thanks. An empty one is removed. */
function ThanksField({
  type,
  part,
  onChange,
}: {
  readonly type: string;
  readonly part: ThanksPart;
  readonly onChange: (patches: ReturnType<typeof setThanksText>) => void;
}): ReactNode {
  const { say, mayChange } = useStudio();
  const { documents } = useDraftState();
  const id = useId();
  const locale = getFallbackLocale(documents);
  const texts = asObject(documents[`texts/${locale}.json`]);
  return (
    <div className="st-stack-1">
      <label htmlFor={id}>{say(`type-settings.thanks-${part}`)}</label>
      <input
        id={id}
        className="st-input"
        lang={locale}
        dir="auto"
        disabled={!mayChange(type)}
        value={String(texts[getThanksKey(type, part)] ?? '')}
        placeholder={String(texts[`thank-you.${part}`] ?? '')}
        onChange={({ target }) =>
          onChange(setThanksText(documents, type, { part, locale, text: target.value || undefined }))
        }
      />
    </div>
  );
}
