import type { ReactNode } from 'react';
import { postNames } from '#engine';

/** A field that no visitor meets: what is in it was put there by a robot. It goes along with what is sent, however it is sent. */
export function TrapField(): ReactNode {
  return (
    <div className="sw-trap" aria-hidden="true">
      <input name={postNames.trap} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
