import { createContext, type ReactNode, useContext } from 'react';
import { postNames } from '#engine';
import { useFields } from '../fields/use-fields.ts';

/** Whether the fields are those of a form that is posted, because no script has taken it over. */
export const PostingContext = createContext(false);

/** Asks the server for the fields of the chosen enquiry type; nothing where scripts do that by themselves. */
export function ChangeType(): ReactNode {
  const { text } = useFields();
  if (!useContext(PostingContext)) return null;
  return (
    // No `<button>`: to whoever looks for the button that sends, there is one.
    <input
      type="submit"
      name={postNames.changeType}
      value={text('change-type')}
      className="sw-button sw-button--quiet sw-change-type"
    />
  );
}
