import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseBackup, isOnBranch, lastInRow, lostLog } from './choose-backup.ts';
import { type Backup, backupName, type Manifest, readBackups, writeManifest } from './manifest.ts';
import { parseHistory, parseSegment, segmentName, segmentOf, segmentsBetween } from './wal-names.ts';

const MB = 1 << 20;

const backup = (name: string, its: Partial<Manifest>, troubles: string[] = []): Backup => ({
  name,
  folder: `/backups/${name}`,
  manifest: {
    ...{ format: 1, from: '2026-03-01T03:00:00Z', to: '2026-03-01T03:01:00Z', postgres: '18.4', segmentSize: MB },
    ...{ timeline: 1, startLsn: '0/E00028', stopLsn: '0/E00120', files: [], pictures: null },
    ...{ startWal: '00000001000000000000000E', stopWal: '00000001000000000000000E' },
    proof: { at: '2026-03-01T03:02:00Z', rows: {}, troubles },
    ...its,
  },
});
const plain = { files: new Set<string>(), newest: 1, branches: [] };

test('files of the log count on over the end of their halves', () => {
  expect(segmentName({ timeline: 1, number: 4095 }, MB)).toBe('000000010000000000000FFF');
  expect(segmentName({ timeline: 1, number: 4096 }, MB)).toBe('000000010000000100000000');
  expect(parseSegment('000000020000000100000003', MB)).toEqual({ timeline: 2, number: 4099 });
  for (const other of ['00000002.history', '00000001000000000000000E.00000028.backup', 'archtemp.1', ''])
    expect(parseSegment(other, MB)).toBeUndefined();
  expect(segmentOf('1/300148', 2, MB)).toEqual({ timeline: 2, number: 4099 });
  expect(segmentsBetween('000000010000000000000FFE', '000000010000000100000000', MB)).toEqual([
    '000000010000000000000FFE',
    '000000010000000000000FFF',
    '000000010000000100000000',
  ]);
});

test('the newest good backup before the moment is chosen', () => {
  const all = [
    backup('first', { to: '2026-03-01T03:01:00Z' }),
    backup('second', { to: '2026-03-02T03:01:00Z' }),
    backup('failed', { to: '2026-03-03T03:01:00Z' }, ['no piece appears or vanishes']),
    backup('third', { to: '2026-03-04T03:01:00Z' }),
  ];
  const chosen = (to?: string) => chooseBackup(all, plain, to ? new Date(to) : undefined)?.name;
  expect(chosen()).toBe('third');
  expect(chosen('2026-03-04T03:00:59Z')).toBe('second');
  expect(chosen('2026-03-02T03:01:00Z')).toBe('second');
  expect(chosen('2026-03-01T03:00:00Z')).toBeUndefined();
});

test('a backup that a clock which was ahead has dated is not taken for the newest', async () => {
  const root = await mkdtemp(join(tmpdir(), 'backups-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [year, position] of [
    [2026, '0/E00120'],
    [2031, '0/F00120'],
    [2027, '1/200120'],
  ] as const) {
    const { manifest } = backup('', { to: `${year}-03-01T03:01:00Z`, stopLsn: position });
    const folder = join(root, backupName(new Date(manifest.to)));
    await mkdir(folder);
    await writeManifest(folder, manifest);
  }
  const { backups } = await readBackups(root);
  expect(chooseBackup(backups, plain, undefined)?.manifest.to).toBe('2027-03-01T03:01:00Z');
  expect(chooseBackup(backups, plain, new Date('2026-12-01'))?.manifest.to).toBe('2026-03-01T03:01:00Z');
});

test('a backup from after the moment that the shop was once set back to is none of its past', () => {
  const branches = parseHistory('1\t0/E00200\tbefore 2026-03-02\n\n2\t0/F00000\tno recovery target specified\n');
  expect(branches).toEqual([
    { timeline: 1, lsn: '0/E00200' },
    { timeline: 2, lsn: '0/F00000' },
  ]);
  const archive = { newest: 3, branches };
  expect(isOnBranch(backup('before', { timeline: 1, stopLsn: '0/E00120' }), archive)).toBe(true);
  expect(isOnBranch(backup('given up', { timeline: 1, stopLsn: '0/E00300' }), archive)).toBe(false);
  expect(isOnBranch(backup('between', { timeline: 2, stopLsn: '0/E00300' }), archive)).toBe(true);
  expect(isOnBranch(backup('now', { timeline: 3, stopLsn: '0/F00300' }), archive)).toBe(true);
  expect(isOnBranch(backup('of none', { timeline: 1, stopLsn: '0/E00120' }), { newest: 3, branches: [] })).toBe(false);
});

test('the log reaches as far as its files follow without a gap, over a change of timeline', () => {
  const row = ['0E', '0F', '10'].map((end) => `0000000100000000000000${end}`);
  const after = ['10', '11', '13'].map((end) => `0000000200000000000000${end}`);
  const files = (names: string[]) => ({ files: new Set(names) });
  expect(lastInRow(backup('b', {}), files(row))).toBe(row[2]);
  expect(lastInRow(backup('b', {}), files([...row, ...after, '00000002.history']))).toBe(after[1]);
  expect(lastInRow(backup('b', {}), files([]))).toBe('00000001000000000000000E');
});

test('log behind the end of a replay is lost, in an archive of any size', () => {
  const number = (_: unknown, at: number) => segmentName({ timeline: 1, number: at }, MB);
  const archive = { ...plain, files: new Set(Array.from({ length: 200_000 }, number)) };
  expect(lostLog(backup('b', {}), '30/D3F00028', archive)).toEqual([]);
  expect(lostLog(backup('b', {}), undefined, archive)).toEqual([expect.stringContaining('00000001000000000000000E')]);
});
