import { type ReactNode, useMemo } from 'react';
import { createTextTable, isNameKey } from '#engine/editing/index.ts';
import { findText } from '#engine/texts/texts.ts';
import type { ContentFolderView } from '../../api/studio.ts';
import { findContentTexts } from '../content/find-content-text.ts';
import { useContentFolder, useDraftContent } from '../content/use-content.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { getTextsAddress } from '../texts/text-filter.ts';
import { LoadingState } from '../ui/ask/loading.tsx';

/** The most places in the content to which a text leads. */
const maxContentLinks = 4;

/**
 * Renders links to the places where a text that is no text of the form is changed: the name of a type, or the
 * properties of the content that have it. Without one, a sentence and a search in the pages.
 */
export function ContentTextLinks({
  text,
  locale,
}: {
  readonly text: string;
  readonly locale: string;
}): ReactNode {
  const { say } = useStudio();
  const folder = useContentFolder();
  const { documents } = useDraftState();
  const name = createTextTable(documents).find(
    ({ key, texts }) => isNameKey(key) && texts[locale] === text.trim(),
  );
  if (name !== undefined)
    return (
      <p>
        <a href={getTextsAddress({ key: name.key, language: locale })}>
          {say('why.edit.name', { type: text })}
        </a>
      </p>
    );
  return <LoadingState of={folder}>{(view) => <ContentLinks text={text} folder={view} />}</LoadingState>;
}

function ContentLinks({
  text,
  folder,
}: {
  readonly text: string;
  readonly folder: ContentFolderView;
}): ReactNode {
  const { say, locale } = useStudio();
  const content = useDraftContent(folder);
  const found = useMemo(() => findContentTexts(content, text, maxContentLinks), [content, text]);
  if (found.length === 0)
    return (
      <p className="st-quiet">
        {say('why.content')}{' '}
        <a href={`/studio/content/pages?find=${encodeURIComponent(text)}`}>{say('why.find-content')}</a>
      </p>
    );
  return (
    <ul className="st-stack-1">
      {found.map(({ address, entry, type, field }) => (
        <li key={address}>
          <a href={address}>
            {say('why.edit.content', {
              field:
                findText(folder.form, locale, [
                  `forms.${type}.fields.${field}.label`,
                  `fields.${field}.label`,
                ]) ?? field,
              entry: entry || say('content.unnamed'),
            })}
          </a>
        </li>
      ))}
    </ul>
  );
}
