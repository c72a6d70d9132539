#!/usr/bin/env python3
"""agon's games as PettingZoo environments (AEC, with action masks).

    python3 pettingzoo_agon.py            # runs PettingZoo's own API test on each of the games

    env = pettingzoo_agon.env("reversi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else choose(observation["action_mask"])
        env.step(action)

An observation has the planes of the position as the side to move sees them, and the mask of its legal
actions (all 0 for who is not to move). The winner gets 1, the loser -1, both 0 for a draw. One who plays
an illegal action loses. `Core` needs no PettingZoo; the rest is there where PettingZoo and numpy are.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Dict, List, Optional

try:
    import agon
except ImportError:  # beside the module in a source tree
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    import agon

try:
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    AECEnv = object
    MISSING: Optional[ImportError] = missing
else:
    MISSING = None


class Core:
    """One game as agents, observations and rewards, in plain Python."""

    def __init__(self, game: str, variant: Optional[str] = None):
        self.info = agon.GAMES[game]
        self.agents: List[str] = list(self.info.seats)
        self.variant = variant
        self.reset()

    def reset(self) -> None:
        self.position = agon.Position(self.info.name, self.variant)

    @property
    def agent(self) -> str:
        return self.agents[self.position.turn]

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def rewards(self) -> Dict[str, int]:
        winner = self.position.outcome.winner
        return {agent: 0 if winner is None else 1 if winner == seat else -1 for seat, agent in enumerate(self.agents)}

    def observe(self, agent: str) -> Dict[str, bytes]:
        may_move = agent == self.agent and not self.over
        return {
            "observation": self.position.planes,
            "action_mask": self.position.mask if may_move else bytes(self.info.actions),
        }

    def step(self, action: int) -> None:
        self.position = self.position.play(action)


class AgonEnv(AECEnv):  # type: ignore[misc, valid-type]
    """The same as PettingZoo wants it."""

    def __init__(self, game: str = "reversi", variant: Optional[str] = None, render_mode: Optional[str] = None):
        super().__init__()
        self.core = Core(game, variant)
        info = self.core.info
        self.metadata = {"name": f"agon_{game}_v1", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(self.core.agents)
        self._shape = (len(info.planes), info.length, info.length)
        observation = spaces.Dict({
            "observation": spaces.Box(0, 255, self._shape, numpy.uint8),
            "action_mask": spaces.Box(0, 1, (info.actions,), numpy.int8),
        })
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(info.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        self.core.reset()
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.core.agent

    def observe(self, agent: str) -> Dict[str, Any]:
        seen = self.core.observe(agent)
        return {
            "observation": numpy.frombuffer(seen["observation"], numpy.uint8).reshape(self._shape),
            "action_mask": numpy.frombuffer(seen["action_mask"], numpy.int8),
        }

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.core.step(int(action))  # type: ignore[arg-type]
        if self.core.over:
            self.rewards = self.core.rewards
            self.terminations = {each: True for each in self.agents}
        else:
            self._clear_rewards()
        self.agent_selection = self.core.agent
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        board = self.core.position.draw()
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self) -> None:
        pass


def env(game: str = "reversi", variant: Optional[str] = None, render_mode: Optional[str] = None) -> Any:
    """The environment as it is used: illegal actions lose, calls in the wrong order are refused."""
    if MISSING is not None:
        raise ImportError(f"this environment needs pettingzoo, gymnasium and numpy: {MISSING}")
    made: Any = AgonEnv(game, variant, render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def main() -> int:
    if MISSING is not None:
        print(f"PettingZoo's API test was not run: {MISSING}", file=sys.stderr)
        return 1
    from pettingzoo.test import api_test
    for game in agon.GAMES:
        api_test(env(game), num_cycles=1000, verbose_progress=False)
        print(f"{game}: passes PettingZoo's API test")
    return 0


if __name__ == "__main__":
    sys.exit(main())
