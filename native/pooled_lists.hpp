// PooledLists: many short lists in one block of memory.  A list that is full moves to the end of the block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace masume {

template <class Item>
class PooledLists {
public:
    // Increase the number of lists.
    void grow(std::size_t lists) {
        if (lists > lists_.size()) lists_.resize(lists);
    }

    void add(std::size_t list_number, Item item) {
        List &list = lists_[list_number];
        if (list.size == list.capacity) move_to_end(list);
        pool_[list.start + list.size++] = item;
    }

    std::uint32_t size(std::size_t list) const { return lists_[list].size; }
    // The items of a list; invalid after the next `add`, whatever list it adds to.
    Item *items(std::size_t list) { return pool_.data() + lists_[list].start; }
    // Keep only the first items of a list.
    void shorten(std::size_t list, std::uint32_t size) { lists_[list].size = size; }

    // Remove the items of all lists.
    void clear() {
        pool_.clear();
        lists_.assign(lists_.size(), List{});
    }

private:
    struct List {
        std::uint32_t start = 0, size = 0, capacity = 0;
    };

    void move_to_end(List &list) {
        const auto start = static_cast<std::uint32_t>(pool_.size());
        list.capacity = list.capacity == 0 ? first_capacity : 2 * list.capacity;
        pool_.resize(pool_.size() + list.capacity);
        for (std::uint32_t index = 0; index < list.size; ++index) pool_[start + index] = pool_[list.start + index];
        list.start = start;
    }

    static constexpr std::uint32_t first_capacity = 6;
    std::vector<List> lists_;
    std::vector<Item> pool_;
};

}  // namespace masume
