import type { Plugin } from 'vite';
import { isPartName, requireInputs } from '../build-inputs.ts';

/** Creates a plugin that fails the build if a module is not among the inputs of its part (`build-inputs.ts`). */
export function requireKnownInputs(root: string): Plugin {
  return {
    name: 'slipway:known-inputs',
    apply: 'build',
    generateBundle() {
      const { name } = this.environment;
      if (isPartName(name)) requireInputs(root, name, this.getModuleIds());
    },
  };
}
