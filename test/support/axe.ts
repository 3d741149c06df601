import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe finds serious or critical on a page, each with what it is about; open shadow trees are read, too. The checker is
 * handed over once for each document: reading it costs a page more than the look itself.
 */
export async function seriousIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' ')))`,
  );
}
