import { useEffect, useSyncExternalStore } from 'react';
import type * as parts from './parts.ts';

/** What fields with an inside and conditions of a schema take: RJSF's fields with our theme, and its reading of a schema. */
export type InsideParts = typeof parts;

let arrived: InsideParts | undefined;
let loading: Promise<InsideParts> | undefined;
const listeners = new Set<() => void>();

/** The parts, if they have arrived. */
export function insideParts(): InsideParts | undefined {
  return arrived;
}

/** Gives the parts where they are at hand: a server draws at once. */
export function provideInside(given: InsideParts): void {
  arrived = given;
  for (const listener of listeners) listener();
}

/** Loads the parts once; a load that failed is tried again by the next call. */
export function loadInside(): Promise<InsideParts> {
  if (arrived) return Promise.resolve(arrived);
  loading ??= import('./parts.ts').then(
    (module) => {
      provideInside(module);
      return module;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The parts, loaded when they are first needed; draws again when they arrive. */
export function useInside(isNeeded: boolean): InsideParts | undefined {
  const inside = useSyncExternalStore(subscribe, insideParts, insideParts);
  useEffect(() => {
    if (!isNeeded || inside) return;
    loadInside().catch((error: unknown) =>
      console.error('Cannot load what draws the inside of fields:', error),
    );
  }, [isNeeded, inside]);
  return inside;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
