/** The files of modules that a page needs later. */
export interface ModuleFiles {
  /**
   * Fetches the files into the browser's cache, without running or compiling them. Files that were fetched by an
   * earlier call, or are being fetched, are not requested again. Rejects if a file of the build cannot be fetched;
   * the next call requests it anew. Resolves even if other files, which the server generates, cannot be fetched:
   * their importers handle that (`importRetryable`).
   */
  readonly fetch: (priority: RequestPriority) => Promise<void>;
}

/**
 * Creates the files with these addresses. They are fetched before they are imported, because browsers never
 * request a module again that could not be loaded (HTML, "fetch a single module script"): the form could not be
 * hydrated any more. A `modulepreload` is such a load, and would also keep the compiled code in memory.
 */
export function createModuleFiles(addresses: readonly string[]): ModuleFiles {
  const fetches = new Map<string, Promise<void>>();

  /** Returns the fetch of a file. A failed one is forgotten. */
  function fetchOnce(address: string, priority: RequestPriority): Promise<void> {
    const known = fetches.get(address);
    if (known) return known;
    const fetched = fetchFile(address, priority);
    fetches.set(address, fetched);
    fetched.catch(() => fetches.delete(address));
    return fetched;
  }

  return {
    fetch: async (priority) => {
      await Promise.all(
        addresses.map((address) => {
          const fetched = fetchOnce(address, priority);
          return isGenerated(address) ? fetched.catch(() => undefined) : fetched;
        }),
      );
    },
  };
}

/** Returns true for the address of a module that the server generates: only those have a query. */
function isGenerated(address: string): boolean {
  return address.includes('?');
}

/** Fetches all of a file. Rejects if it does not arrive or the server refuses it. */
async function fetchFile(address: string, priority: RequestPriority): Promise<void> {
  const answer = await fetch(address, { priority });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  await answer.arrayBuffer();
}
