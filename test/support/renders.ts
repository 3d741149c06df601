import type { Page } from 'playwright-core';

/**
 * Counts what React draws again, in a built page: what the development tools hear of each commit. Put into the page before
 * it loads; `drawnIn` then says how many of the elements that match a selector had a component of theirs drawn since the
 * last question.
 */
export async function hearRenders(page: Page): Promise<void> {
  await page.addInitScript(`(() => {
    const drawn = new Set();
    const hostOf = (fiber) => {
      for (let at = fiber; at; at = at.child) if (at.stateNode instanceof Element) return at.stateNode;
      return null;
    };
    // A component was drawn in this commit when it is another object than before and says that it did its work.
    const walk = (now, was) => {
      if (now === was) return;
      const isComponent = now.tag === 0 || now.tag === 1 || now.tag === 11 || now.tag === 15;
      if (was !== null && isComponent && (now.flags & 1) !== 0) {
        const host = hostOf(now);
        if (host !== null) drawn.add(host);
      }
      for (let child = now.child; child; child = child.sibling) {
        const other = child.alternate;
        if (was === null || now.child !== was.child) walk(child, other);
      }
    };
    window.takeDrawn = () => { const all = [...drawn]; drawn.clear(); return all; };
    window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
      supportsFiber: true, renderers: new Map(), checkDCE() {}, inject: () => 1,
      onCommitFiberUnmount() {}, onPostCommitFiberRoot() {}, setStrictMode() {},
      onCommitFiberRoot: (_id, root) => walk(root.current, root.current.alternate),
    };
  })()`);
}
/** How many elements below `selector` were drawn again since it was last asked, each counted once. */
export const drawnIn = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(`(() => {
    const all = window.takeDrawn();
    const around = new Set(all.flatMap((one) => one.closest(${JSON.stringify(selector)}) ?? []));
    return around.size;
  })()`);
