import type { ReactNode } from 'react';
import type { ContentFolderView } from '../../api/studio.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useStudio } from '../draft/context.ts';
import { LoadingState } from '../ui/ask/loading.tsx';
import { listEntries } from './content-edits.ts';
import { contentLists, contentParts } from './content-lists.ts';
import { areChoicesEditedHere, listDeclared, readChoiceItems } from './lists/choice-edits.ts';
import { SourceSummary } from './source/source-bar.tsx';
import { useContentFolder, useDraftContent } from './use-content.ts';

/** Renders the lists of the content with their sizes and where each comes from, as links to their entries. */
export function ContentOverview(): ReactNode {
  const { say } = useStudio();
  const folder = useContentFolder();
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('content')}</h1>
      </div>
      <p className="st-hint">{say('content.lead')}</p>
      <ReadOnlyNotice />
      <LoadingState of={folder}>{(view) => <ContentTable folder={view} />}</LoadingState>
    </div>
  );
}

function ContentTable({ folder }: { readonly folder: ContentFolderView }): ReactNode {
  const { say } = useStudio();
  const content = useDraftContent(folder);
  const declared = listDeclared(content.documents);
  return (
    <table className="st-table st-stacking">
      <thead>
        <tr>
          <th scope="col">{say('content.list')}</th>
          <th scope="col">{say('content.entries')}</th>
          <th scope="col">{say('content.source')}</th>
        </tr>
      </thead>
      <tbody>
        {contentParts.map((part) => (
          <tr key={part}>
            <th scope="row">
              <a href={`/studio/content/${part}`}>{say(`content.${part}`)}</a>
              <span className="st-quiet st-block">{say(`content.${part}-hint`)}</span>
            </th>
            <td data-label={say('content.entries')}>{listEntries(content, contentLists[part]).length}</td>
            <td data-label={say('content.source')}>
              <SourceSummary content={content} list={contentLists[part]} />
            </td>
          </tr>
        ))}
        {declared.length > 0 && (
          <tr>
            <th scope="row">
              <a href="/studio/content/lists">{say('content.lists')}</a>
              <span className="st-quiet st-block">{say('content.lists-hint')}</span>
            </th>
            <td data-label={say('content.entries')}>
              {declared.reduce((count, { name }) => count + readChoiceItems(content, name).length, 0)}
            </td>
            <td data-label={say('content.source')}>
              {say(areChoicesEditedHere(content) ? 'content.from-studio' : 'content.from-folder')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
