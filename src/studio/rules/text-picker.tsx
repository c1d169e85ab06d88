import { type ReactNode, useState } from 'react';
import { getFallbackLocale, getTextsFile, setText } from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { GroupedSelect } from '../ui/grouped-select.tsx';
import { TypedInput } from './typed-input.tsx';

export interface TextPickerProps {
  /** Names the text in the list of changes. It is not rendered. */
  readonly title: string;
  /** The key of the chosen text. Absent if none is chosen. */
  readonly text?: string | undefined;
  /** The key of the effect’s own text, which no other effect uses. */
  readonly newKey: string;
  /** Receives the key of the text that the effect shall use. */
  readonly onChange: (key: string) => void;
}

/** The maximum length of a text in the select, in characters. */
const maxTextLength = 70;

/**
 * Renders a select of the texts of the fallback language, and an input if the effect has its own text.
 * Choosing “own text” only shows the input. Each valid input is stored at `newKey` in the draft at once, and
 * `newKey` is passed to `onChange` if it is not chosen yet.
 */
export function TextPicker({ title, text, newKey, onChange }: TextPickerProps): ReactNode {
  const { store, say } = useStudio();
  const { documents } = useDraftState();
  const locale = getFallbackLocale(documents);
  const texts = Object(documents[getTextsFile(locale)]) as Readonly<Record<string, unknown>>;
  const [isWriting, setIsWriting] = useState(false);
  const isOwn = isWriting || text === newKey;
  const options = Object.entries(texts)
    .filter(([key, value]) => typeof value === 'string' && value !== '' && key !== newKey)
    .map(([key, value]) => [key, shortenText(String(value))] as const);
  const start = text === undefined && !isOwn ? [['-', say('rule.choose')] as const] : [];
  return (
    <div className="st-rule-row">
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

/**
 * Returns the text; a longer one than `maxTextLength` is cut to this length, with an ellipsis as its last
 * character.
 */
function shortenText(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;
}
