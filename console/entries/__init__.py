"""The entries of Khvatka's own games, found through ``khvatka.games`` as any other's."""
