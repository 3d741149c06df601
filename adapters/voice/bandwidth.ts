import type { CallbackSignIn, CallStep } from './port.ts';

/** For so many seconds a key is waited for; a voicemail's greeting is longer. */
const waitSeconds = 8;
/** The SDK takes escaped angle brackets in a sentence for markup of its own. */
const spoken = (words: string): string => words.replace(/[<>]/g, ' ');

/**
 * BXML (https://dev.bandwidth.com/docs/voice/bxml), written by the SDK, which is loaded when it is first needed. Each verb
 * says what Bandwidth signs in with at its address: the application's own sign-in holds for the application's addresses
 * alone.
 */
export async function writeBxml(step: CallStep, signIn: CallbackSignIn): Promise<string> {
  const { Bxml } = await import('bandwidth-sdk');
  const { username, password } = signIn;
  const respond = (verbs: ConstructorParameters<typeof Bxml.Response>[0]): string => new Bxml.Response(verbs).toBxml();
  switch (step.kind) {
    case 'forward': {
      const answer = step.whisperUrl === null ? {} : { transferAnswerUrl: step.whisperUrl };
      const to = new Bxml.PhoneNumber(step.to, { ...answer, transferDisconnectUrl: step.endedUrl, username, password });
      return respond(new Bxml.Transfer({ transferCallerId: step.callerId, callTimeout: step.ringSeconds }, to));
    }
    case 'ask': {
      const asked = { gatherUrl: step.answerUrl, maxDigits: 1, firstDigitTimeout: waitSeconds, username, password };
      return respond([new Bxml.Gather(asked, new Bxml.SpeakSentence(spoken(step.words))), new Bxml.Hangup()]);
    }
    case 'connect':
      return respond([]);
    case 'hang-up':
    // Bandwidth can't let a caller hear that the line is busy.
    case 'busy':
      return respond(new Bxml.Hangup());
    default:
      return step satisfies never;
  }
}
