import v8 from 'node:v8';

/** How much more than what is in use the heap may hold before it is collected, in percent, while memory is spared. */
const growth = 50;

/**
 * Where V8 may have 4 GB, it collects only when the heap is several times what is in use: an import of 200,000 rows,
 * which makes much that is soon forgotten, then holds 880 MB of which it needs 200. While large work goes on, it collects
 * sooner. Answers with what ends that; several may spare at once.
 */
export function createSparing(set: (flag: string) => void = (flag) => v8.setFlagsFromString(flag)): () => () => void {
  let sparing = 0;
  return () => {
    if ((sparing += 1) === 1) set(`--heap-growing-percent=${growth}`);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      // 0: as V8 has it.
      if ((sparing -= 1) === 0) set('--heap-growing-percent=0');
    };
  };
}
