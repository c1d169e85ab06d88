import { type ReactNode, useState } from 'react';
import { fallbackLocale, setText, textsFile } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { GroupedSelect } from './grouped-select.tsx';
import { TypedInput } from './typed-input.tsx';

export interface TextPickerProps {
  readonly title: string;
  /** Absent if none is chosen. */
  readonly text?: string | undefined;
  /** The key of a new text that only this effect uses. */
  readonly newKey: string;
  readonly onChange: (key: string) => void;
}

const longest = 70;

/** Selects an existing text or edits a text of the rule. A new text is written in the fallback language. */
export function TextPicker({ title, text, newKey, onChange }: TextPickerProps): ReactNode {
  const { store, say } = useStudio();
  const { documents } = useDraft();
  const locale = fallbackLocale(documents);
  const texts = Object(documents[textsFile(locale)]) as Readonly<Record<string, unknown>>;
  const [isWriting, setIsWriting] = useState(false);
  const isOwn = isWriting || text === newKey;
  const options = Object.entries(texts)
    .filter(([key, value]) => typeof value === 'string' && value !== '' && key !== newKey)
    .map(([key, value]) => [key, shortened(String(value))] as const);
  const start = text === undefined && !isOwn ? [['-', say('rule.choose')] as const] : [];
  return (
    <div className="st-row">
      <GroupedSelect
        label={say('rule.text')}
        value={isOwn ? '' : (text ?? '-')}
        groups={[
          { label: '', options: [...start, ['', say('rule.text-own')] as const] },
          { label: say('texts'), options },
        ]}
        onChange={(key) => {
          setIsWriting(key === '');
          if (key !== '' && key !== '-') onChange(key);
        }}
      />
      {isOwn && (
        <TypedInput
          label={say('rule.text-words')}
          kind="text"
          value={texts[newKey]}
          onChange={(words) => {
            store.perform({
              title: { key: 'rule-text', values: { what: title } },
              patches: setText(documents, { locale, key: newKey }, String(words)),
              group: newKey,
            });
            if (text !== newKey) onChange(newKey);
          }}
        />
      )}
    </div>
  );
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
