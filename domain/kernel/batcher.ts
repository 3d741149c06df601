/**
 * Makes one call of many. What is asked while nothing is under way goes at once (at the end of this turn of the event
 * loop); what is asked while `lanes` calls are under way waits and goes together. So a lone caller waits for one
 * round trip, and under load a few large ones take the place of many small ones. `run` answers in the order asked;
 * when it fails, each of its callers is run alone, so that only who is at fault fails. `gather`: for what nobody waits
 * for, which is asked when that is over, with what has come by then.
 */
export function batcher<Asked, Answer>(
  run: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  {
    lanes = 1,
    most = 256,
    gather,
  }: { readonly lanes?: number; readonly most?: number; readonly gather?: () => Promise<void> } = {},
): (asked: Asked) => Promise<Answer> {
  interface Waiting {
    readonly asked: Asked;
    readonly resolve: (answer: Answer) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let underWay = 0;
  let planned = false;

  const alone = async ({ asked, resolve, reject }: Waiting) => {
    try {
      resolve((await run([asked]))[0]!);
    } catch (error) {
      reject(error);
    }
  };
  const go = async (batch: readonly Waiting[]) => {
    underWay += 1;
    if (batch.length === 1) await alone(batch[0]!);
    else {
      await run(batch.map(({ asked }) => asked)).then(
        (answers) => batch.forEach(({ resolve }, index) => resolve(answers[index]!)),
        () => Promise.all(batch.map(alone)),
      );
    }
    underWay -= 1;
    plan();
  };
  const plan = () => {
    if (planned || waiting.length === 0 || underWay >= lanes) return;
    planned = true;
    const begin = () => {
      planned = false;
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      void go(batch);
      plan();
    };
    if (gather === undefined) setImmediate(begin);
    else void gather().then(begin);
  };

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      plan();
    });
}
