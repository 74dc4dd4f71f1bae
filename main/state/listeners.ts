export function createListeners<T>() {
  const listeners = new Set<(event: T) => void>();
  return {
    tell(event: T): void {
      for (const listener of listeners) listener(event);
    },
    listen(listener: (event: T) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
