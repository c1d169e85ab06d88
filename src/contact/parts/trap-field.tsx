import type { ReactNode } from 'react';

/** A field that no visitor meets: what is in it was put there by a robot. The server reads it in a form posted without scripts. */
export function TrapField(): ReactNode {
  return (
    <div className="sw-trap" aria-hidden="true">
      <input name="website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
