import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ToolMatch } from '#model/catalogue/tool-match.ts';
import type { PadLine } from '#model/orders/pad-line.ts';
import { answersOf, type PadAnswer, padRows, withTools } from '#model/orders/pad-rows.ts';
import { readPad } from '#model/orders/read-pad.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { useBackToTab } from '#web/api/use-back-to-tab.ts';
import { useToolsNow } from '../lists/use-tools-now.ts';
import { keepPad, keptPad, useKeptPad } from './kept-pad.ts';
import { questionParts } from './question-parts.ts';

/** Milliseconds without a key press before the text is read. */
const TYPING_PAUSE = 400;

const NONE: ReadonlyMap<string, ToolMatch> = new Map();

type Question = { words: string; numbers: string[] };

/** The text of the pad, what stands in it, and which tools that is. */
export function usePad() {
  const { text, answers } = useKeptPad();
  const [read, setRead] = useState(text);
  const [matches, setMatches] = useState(NONE);
  const [failure, setFailure] = useState<ApiFailure>();
  const asking = useRef<AbortController>(undefined);

  useEffect(() => {
    const timer = setTimeout(setRead, TYPING_PAUSE, text);
    return () => clearTimeout(timer);
  }, [text]);

  const lines = useMemo(() => readPad(read), [read]);
  useEffect(() => {
    // Not while somebody types on.
    if (keptPad().text === read) forgetOthers(lines);
  }, [read, lines]);
  const questions = useMemo(() => lines.map(questionOf), [lines]);
  const unanswered = useMemo(
    () => [...new Set(questions)].filter((it) => it !== undefined && !matches.has(it)),
    [questions, matches],
  );

  async function ask(wanted: readonly string[]): Promise<void> {
    asking.current?.abort();
    const mine = new AbortController();
    asking.current = mine;
    const { signal } = mine;
    setFailure(undefined);
    try {
      const found = new Map<string, ToolMatch>();
      for (const part of questionParts(wanted)) {
        const body = { lines: part.map((it): Question => JSON.parse(it)) };
        const answer = await api.call('matchTools', { body, signal });
        if (signal.aborted) return;
        if (!answer.ok) return setFailure(answer.failure);
        for (const [at, match] of answer.value.lines.entries()) found.set(part[at] ?? '', match);
      }
      setMatches((before) => new Map([...before, ...found]));
    } catch {
      // Given up for the lines of a newer text.
    }
  }
  const askNow = useEffectEvent(ask);
  const missing = unanswered.join('\n');
  useEffect(() => {
    if (missing) void askNow(missing.split('\n'));
  }, [missing]);
  useEffect(() => () => asking.current?.abort(), []);
  const askAll = () => void ask(questions.filter((it) => it !== undefined));
  // Prices and stock of now.
  useBackToTab(lines.length > 0 && missing === '', askAll);

  const chosen = useToolsNow([...new Set([...answers.values()].flatMap(({ tool }) => tool?._id ?? []))]);
  const rows = useMemo(
    () =>
      padRows(
        lines,
        questions.map((it) => (it === undefined ? undefined : matches.get(it))),
        withTools(answers, chosen.tools),
      ),
    [lines, questions, matches, answers, chosen.tools],
  );
  return {
    text,
    /** True until the text that is there has been read and looked up. */
    reading: text !== read || (missing !== '' && !failure),
    lines,
    rows,
    answers,
    failure: failure ?? (chosen.missing ? chosen.failure : undefined),
    retry() {
      void chosen.check();
      if (missing) void ask(missing.split('\n'));
      else askAll();
    },
    /** Without waiting for a pause. */
    readNow() {
      if (text !== read) setFailure(undefined);
      setRead(text);
    },
    write: (next: string) => keepPad({ text: next, leftOver: 0 }),
    answer: (line: PadLine, change: PadAnswer) => keepAnswer(line, change),
    /** Back to what was read of the line. */
    takeBack: (line: PadLine) => {
      const { skipped: _, ...rest } = keptPad().answers.get(line.key) ?? {};
      keepPad({ answers: new Map([...keptPad().answers, [line.key, rest]]) });
    },
  };
}

export type Pad = ReturnType<typeof usePad>;

function forgetOthers(lines: readonly PadLine[]): void {
  const { answers } = keptPad();
  const left = answersOf(lines, answers);
  if (left.size < answers.size) keepPad({ answers: left });
}

function keepAnswer({ key }: PadLine, change: PadAnswer): void {
  const { answers } = keptPad();
  keepPad({ answers: new Map([...answers, [key, { ...answers.get(key), ...change }]]) });
}

/** What is asked of a line; equal lines are asked for once. Undefined of head rows. */
const questionOf = ({ head, words, numbers }: PadLine): string | undefined =>
  head ? undefined : JSON.stringify({ words, numbers });
